// The worker behind engine.ts: gets the compiled module, then questions.
import { Nazo, NazoError } from '@nazo/module'

let nazo: Nazo | null = null

addEventListener('message', ({ data }: MessageEvent) => {
  if (data.module) {
    nazo = new Nazo(data.module)
    return
  }
  const { id, words } = data as { id: number; words: string[] }
  try {
    postMessage({ id, value: nazo!.call(...words) })
  } catch (error) {
    const { message, line = 0, column = 0 } = error as NazoError
    postMessage({ id, error: { message, line, column } })
  }
})
