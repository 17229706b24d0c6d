// Puzzles out of a file: all that are in it, in every format the command line reads.
import { fileReaderOf, loadedFacts } from '../genres/registry.svelte'
import { looksLikePuzzleRows, puzzleRows } from './csv'
import { NazoError, parse } from './engine'
import type { Facts, Puzzle } from './types'

/** Larger files are refused at once: reading them would keep the page busy. */
export const mostBytes = 8_000_000
export const mostPixels = 40_000_000
const longestImageSide = 512

/** A file that is too large to be read, and how large it is, in millions. */
export class FileTooLarge extends Error {
  constructor(
    readonly what: 'bytes' | 'pixels',
    readonly millions: number,
  ) {
    super('this file is too large')
  }
}
const millions = (count: number) => Math.round(count / 100_000) / 10

/** Bytes as text: UTF-8, or where they are none what Japanese programs write. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

/** An image as text that a reader of PGM files takes. */
async function pgmOf(file: Blob): Promise<string> {
  const image = new Image()
  const address = URL.createObjectURL(file)
  try {
    image.src = address
    await new Promise<void>((done, fail) => {
      image.onload = () => done()
      image.onerror = () => fail(new Error('there is no puzzle in this text'))
    })
    const [width, height] = [image.naturalWidth, image.naturalHeight]
    if (width * height > mostPixels) throw new FileTooLarge('pixels', millions(width * height))
    const scale = Math.min(1, longestImageSide / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')!
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const greys: number[] = []
    for (let i = 0; i < data.length; i += 4)
      greys.push(Math.round(0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2]))
    return `P2\n${canvas.width} ${canvas.height}\n255\n${greys.join('\n')}\n`
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** The genres in the order in which a file is tried with them: by how its name ends, then the one that is wished for,
 * then all others. */
function tried(name: string, wished: string): Facts[] {
  const all = loadedFacts()
  const owns = (facts: Facts) =>
    facts.formats.some(
      (format) => format.reads && format.extensions.some((extension) => name.toLowerCase().endsWith(extension)),
    )
  const rank = (facts: Facts) => (owns(facts) ? 0 : 2) - (facts.genre === wished ? 1 : 0)
  return [...all].sort((a, b) => rank(a) - rank(b))
}

/** A puzzle with what stands beside it: `nazo generate --json` and `nazo analyze --csv` write such lines. */
interface Line {
  genre?: string
  puzzle?: string
  title?: string
  solution?: string | null
}
function fromLine({ genre, puzzle, title, solution }: Line, line: number, wished: string): Puzzle[] {
  try {
    return parse(genre || wished, puzzle ?? '').map((read) => ({
      ...read,
      title: title || read.title,
      solution: read.solution || (solution ?? ''),
    }))
  } catch (error) {
    // A place inside the puzzle's own text means nothing here.
    throw new NazoError((error as Error).message, line)
  }
}
function fromLines(text: string, wished: string): Puzzle[] {
  return text.split('\n').flatMap((line, at) => {
    if (!line.trim()) return []
    let record: Line
    try {
      record = JSON.parse(line) as Line
    } catch {
      throw new NazoError('this line is no JSON', at + 1)
    }
    return fromLine(record, at + 1, wished)
  })
}

/** Every puzzle of a text. The error of the genre that was likeliest is thrown where none can read it. */
export async function puzzlesOfText(text: string, name: string, wished: string): Promise<Puzzle[]> {
  if (text.trimStart().startsWith('{')) return fromLines(text, wished)
  if (looksLikePuzzleRows(text)) return puzzleRows(text).flatMap(({ named, line }) => fromLine(named, line, wished))
  let first: unknown = null
  for (const { genre } of tried(name, wished)) {
    try {
      const converted = text.trimStart().startsWith('<') ? await fileReaderOf(genre)?.then((read) => read(text)) : null
      const found = parse(genre, converted ?? text)
      if (found.length > 0) return found
    } catch (error) {
      first ??= error
    }
  }
  throw first ?? new Error('there is no puzzle in this text')
}
export async function puzzlesOfFile(file: File, wished: string): Promise<Puzzle[]> {
  const isImage = file.type.startsWith('image/') && !/svg/.test(file.type)
  if (!isImage && file.size > mostBytes) throw new FileTooLarge('bytes', millions(file.size))
  const text = isImage ? await pgmOf(file) : decoded(await file.arrayBuffer())
  return puzzlesOfText(text, isImage ? 'image.pgm' : file.name, wished)
}
