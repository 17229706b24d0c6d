// What one finger, two fingers and quick taps do on a board's window.
import { beforeEach, expect, test, vi } from 'vitest'
import { Fingers, type Gestures } from '../../src/boards/fingers'

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) => (run(0), 0))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

/** A window whose board draws or not; what its fingers did is told in words. */
function board({ drags = false, small = false }) {
  const heard = new Map<string, (event: unknown) => void>()
  const told: string[] = []
  const gestures: Gestures = {
    drags: () => drags,
    tooSmall: () => small,
    near: () => told.push('near'),
    twice: () => told.push('twice'),
    pinch: () => told.push('pinch'),
    pan: (right, down) => told.push(`pan ${right},${down}`),
    cancel: () => told.push('cancel'),
  }
  const port = { addEventListener: (name: string, on: (event: unknown) => void) => heard.set(name, on) }
  new Fingers(gestures).watch(port as unknown as HTMLElement)
  let now = 5000
  const send = (name: string, x: number, y: number) =>
    heard.get(name)!({
      pointerId: 1,
      pointerType: 'touch',
      isTrusted: true,
      clientX: x,
      clientY: y,
      timeStamp: (now += 40),
      stopPropagation: () => undefined,
      preventDefault: () => undefined,
    })
  const tap = (x = 10, y = 10) => {
    send('pointerdown', x, y)
    send('pointerup', x, y)
  }
  return { told, send, tap }
}

test('two quick taps zoom where taps do not draw', () => {
  const { told, tap } = board({ drags: false })
  tap()
  expect(told).toEqual([])
  tap()
  expect(told).toEqual(['twice'])
})

test('two quick taps that draw are two moves, and zoom nothing', () => {
  const { told, tap } = board({ drags: true })
  for (let i = 0; i < 4; ++i) tap()
  expect(told).toEqual([])
})

test('a tap on cells too small to hit brings them nearer, and is no half of a double tap', () => {
  const { told, tap } = board({ drags: true, small: true })
  tap()
  tap()
  expect(told).toEqual(['near', 'near'])
})

test('a finger pans where the board drags nothing', () => {
  const panning = board({ drags: false })
  panning.send('pointerdown', 100, 50)
  for (let i = 1; i <= 4; ++i) panning.send('pointermove', 100 - 20 * i, 50)
  expect(panning.told).toEqual(['cancel', 'pan -20,0', 'pan -20,0', 'pan -20,0', 'pan -20,0'])
  const drawing = board({ drags: true })
  drawing.send('pointerdown', 100, 50)
  for (let i = 1; i <= 4; ++i) drawing.send('pointermove', 100 - 20 * i, 50)
  expect(drawing.told).toEqual([])
})
