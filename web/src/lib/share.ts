// A puzzle in an address: /s/GENRE#TEXT, the text packed by deflate and written in letters that every address may hold.

const toBase64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))

async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>)
    .getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) throw new Error('this link holds too much')
    parts.push(value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A text as letters that every address may hold, and back. */
export const packed = async (text: string) =>
  toBase64(await through(new TextEncoder().encode(text), new CompressionStream('deflate')))
export const unpacked = async (letters: string, most: number) =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    await through(fromBase64(letters), new DecompressionStream('deflate'), most),
  )

export const shareAddress = async (genre: string, text: string, title = '') =>
  `/s/${genre}#${await packed(title ? `${title}\u0000${text}` : text)}`

export async function sharedPuzzle(link: string): Promise<{ text: string; title: string }> {
  const whole = await unpacked(link.replace(/^#/, ''), 200_000)
  const cut = whole.indexOf('\u0000')
  return cut < 0 ? { text: whole, title: '' } : { title: whole.slice(0, cut), text: whole.slice(cut + 1) }
}
