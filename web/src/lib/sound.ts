// Short sounds, made when they are needed; silent unless the player has asked for them.
import { settings } from './settings.svelte'

export type Sound = 'move' | 'back' | 'wrong' | 'solved'

/** Tones in hertz, one after the other. */
const tunes: Record<Sound, number[]> = {
  move: [520],
  back: [390],
  wrong: [196, 185],
  solved: [523, 659, 784],
}
const length = 0.09 // seconds a tone
let context: AudioContext | null = null

export function play(sound: Sound) {
  if (!settings.sound) return
  context ??= new AudioContext()
  void context.resume()
  tunes[sound].forEach((pitch, i) => {
    const begin = context!.currentTime + i * length
    const tone = context!.createOscillator()
    const volume = context!.createGain()
    tone.type = 'triangle'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, begin)
    volume.gain.exponentialRampToValueAtTime(0.12, begin + 0.008)
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length * 1.6)
    tone.connect(volume).connect(context!.destination)
    tone.start(begin)
    tone.stop(begin + length * 1.7)
  })
}
