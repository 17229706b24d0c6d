// SLC XML as SokobanYASC writes it, turned into XSB: the browser reads XML itself.
export default (text: string): string | null => {
  const document = new DOMParser().parseFromString(text, 'text/xml')
  const levels = [...document.querySelectorAll('SokobanLevels Level')]
  if (levels.length === 0) return null
  return levels
    .map((level) => {
      const rows = [...level.querySelectorAll('L')].map((row) => row.textContent ?? '')
      return `; ${level.getAttribute('Id') ?? ''}\n${rows.join('\n')}\n`
    })
    .join('\n')
}
