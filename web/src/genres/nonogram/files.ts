// XML as webpbn.com writes it, turned into .non: the browser reads XML itself. Puzzles in colours are left out.
const quoted = (text: string) => `"${text.replace(/["\\\n]/g, ' ').trim()}"`

function nonOf(puzzle: Element): string | null {
  const lines = (type: string) => {
    const found = [...puzzle.querySelectorAll(`clues[type="${type}"] line`)]
    return found.map((line) => [...line.querySelectorAll('count')].map((count) => count.textContent).join(',') || '0')
  }
  const coloured = [...puzzle.querySelectorAll('count[color]')].some((count) => count.getAttribute('color') !== 'black')
  const [rows, columns] = [lines('rows'), lines('columns')]
  if (coloured || rows.length === 0) return null
  const title = puzzle.querySelector('title')?.textContent ?? ''
  return [
    ...(title ? [`title ${quoted(title)}`] : []),
    `width ${columns.length}`,
    `height ${rows.length}`,
    '',
    'rows',
    ...rows,
    '',
    'columns',
    ...columns,
    '',
  ].join('\n')
}

export default (text: string): string | null => {
  const document = new DOMParser().parseFromString(text, 'text/xml')
  const puzzles = [...document.querySelectorAll('puzzleset > puzzle')].map(nonOf).filter((one) => one !== null)
  return puzzles.length > 0 ? puzzles.join('\n') : null
}
