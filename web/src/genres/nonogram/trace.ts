// From an image to black and white cells.
import { black, white } from './drawing'
import type { Grid } from '../../draw/grid'

/** Files larger than this are not even opened. */
export const mostBytes = 30_000_000
/** Images of more pixels would take the browser gigabytes. */
export const mostPixels = 40_000_000
/** Brightness is kept at this size at most; cells are averages of it. */
const kept = 512

/** Brightness from 0 to 255 of an image that was scaled down. */
export interface Grey {
  width: number
  height: number
  pixels: Float32Array
  /** Of the file itself. */
  natural: [width: number, height: number]
}

export class TooLarge extends Error {
  constructor(readonly size: [width: number, height: number]) {
    super('too many pixels')
  }
}

/** The brightness of an image file. Its size is known before a pixel is decoded. */
export async function greyOf(file: Blob): Promise<Grey> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    await new Promise<void>((done, fail) => {
      image.onload = () => done()
      image.onerror = () => fail(new Error('no image'))
      image.src = address
    })
    const natural: [number, number] = [image.naturalWidth || 300, image.naturalHeight || 300]
    if (natural[0] * natural[1] > mostPixels) throw new TooLarge(natural)
    const scale = Math.min(1, kept / Math.max(...natural))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(natural[0] * scale))
    canvas.height = Math.max(1, Math.round(natural[1] * scale))
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const pixels = new Float32Array(canvas.width * canvas.height)
    for (let i = 0; i < pixels.length; ++i)
      pixels[i] = 0.299 * data[4 * i] + 0.587 * data[4 * i + 1] + 0.114 * data[4 * i + 2]
    return { width: canvas.width, height: canvas.height, pixels, natural }
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A part of an image: where its sides stand, from 0 to 1. */
export interface Part {
  left: number
  top: number
  right: number
  bottom: number
}
export const whole: Part = { left: 0, top: 0, right: 1, bottom: 1 }

/** That part alone. */
export function cut(grey: Grey, { left, top, right, bottom }: Part): Grey {
  const from = [Math.floor(top * grey.height), Math.floor(left * grey.width)]
  const height = Math.max(1, Math.ceil(bottom * grey.height) - from[0])
  const width = Math.max(1, Math.ceil(right * grey.width) - from[1])
  const pixels = new Float32Array(width * height)
  for (let row = 0; row < height; ++row) {
    const begin = (from[0] + row) * grey.width + from[1]
    pixels.set(grey.pixels.subarray(begin, begin + width), row * width)
  }
  return { ...grey, width, height, pixels }
}

export interface Tracing {
  /** Cells darker than this are black. */
  threshold: number
  /** Cells along the longer side. */
  size: number
  invert: boolean
  crop: boolean
}

/** The part of an image that is not margin: rows and columns with a pixel that is black. */
function trimmed({ width, height, pixels }: Grey, isBlack: (value: number) => boolean) {
  let [top, bottom, left, right] = [height, -1, width, -1]
  for (let r = 0; r < height; ++r)
    for (let c = 0; c < width; ++c) {
      if (!isBlack(pixels[r * width + c])) continue
      top = Math.min(top, r)
      bottom = Math.max(bottom, r)
      left = Math.min(left, c)
      right = Math.max(right, c)
    }
  return bottom < 0 ? { top: 0, bottom: height - 1, left: 0, right: width - 1 } : { top, bottom, left, right }
}

export function traced(grey: Grey, { threshold, size, invert, crop }: Tracing): Grid {
  const isBlack = (value: number) => value < threshold !== invert
  const all = { top: 0, bottom: grey.height - 1, left: 0, right: grey.width - 1 }
  const { top, bottom, left, right } = crop ? trimmed(grey, isBlack) : all
  const [wide, high] = [right - left + 1, bottom - top + 1]
  const cell = Math.max(wide, high) / size
  const [columns, rows] = [wide, high].map((side) => Math.max(1, Math.min(size, Math.round(side / cell))))
  const mean = (r: number, c: number) => {
    const from = [top + Math.floor((r * high) / rows), left + Math.floor((c * wide) / columns)]
    const to = [
      Math.max(from[0] + 1, top + Math.floor(((r + 1) * high) / rows)),
      Math.max(from[1] + 1, left + Math.floor(((c + 1) * wide) / columns)),
    ]
    let sum = 0
    for (let y = from[0]; y < to[0]; ++y) for (let x = from[1]; x < to[1]; ++x) sum += grey.pixels[y * grey.width + x]
    return sum / ((to[0] - from[0]) * (to[1] - from[1]))
  }
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => (isBlack(mean(r, c)) ? black : white)),
  )
}

/** The brightness that parts dark from bright best: where the two groups differ most. */
export function parting({ pixels }: Grey): number {
  const counts = new Float64Array(256)
  for (const value of pixels) ++counts[Math.min(255, Math.round(value))]
  const all = counts.reduce((sum, count, value) => sum + count * value, 0)
  let [below, weight, best, most] = [0, 0, 128, -1]
  for (let value = 0; value < 255; ++value) {
    weight += counts[value]
    below += counts[value] * value
    const rest = pixels.length - weight
    if (weight === 0 || rest === 0) continue
    const apart = weight * rest * (below / weight - (all - below) / rest) ** 2
    if (apart > most) [most, best] = [apart, value + 1]
  }
  return best
}
