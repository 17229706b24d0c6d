// The worker behind engine.ts: gets the compiled module of a genre, then questions to it.
import { Nazo, NazoError } from '@nazo/module'

const modules = new Map<string, Nazo>()

addEventListener('message', ({ data }: MessageEvent) => {
  if (data.module) {
    modules.set(data.genre, new Nazo(data.module))
    return
  }
  const { id, words } = data as { id: number; words: string[] }
  try {
    postMessage({ id, value: modules.get(words[1])!.call(...words) })
  } catch (error) {
    const { message, line = 0, column = 0 } = error as NazoError
    postMessage({ id, error: { message, line, column } })
  }
})
