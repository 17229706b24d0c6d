// Files to and from the reader's machine.

export function save(name: string, bytes: BlobPart, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** An SVG text as an address for an img element. */
export const pictureAddress = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** The SVG as PNG bytes, drawn twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = pictureAddress(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = 2 * (image.naturalWidth || 600)
  canvas.height = 2 * (image.naturalHeight || 600)
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  )
}

/** Puzzles on paper, drawn by the server. */
export async function pdfOf(title: string, puzzles: { genre: string; text: string; title: string }[]): Promise<Blob> {
  const items = puzzles.map(({ genre, text, title: name }) => ({ genre, text, title: name }))
  const response = await fetch('/api/sheet', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, items }),
  })
  if (!response.ok) throw new Error(((await response.json()) as { error: { message: string } }).error.message)
  return response.blob()
}
