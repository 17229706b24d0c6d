// Loads nazo.wasm and calls it: words in, JSON out (call.hpp lists what can be asked). Works in pages, workers and
// node.

/** What the module answers when it cannot do what was asked: one sentence, and where in the text it applies. */
export class NazoError extends Error {
  constructor(
    message: string,
    readonly line = 0,
    readonly column = 0,
  ) {
    super(message)
    this.name = 'NazoError'
  }
}

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  nazo_reserve(bytes: number): number
  nazo_call(bytes: number): number
}

const badFile = 8 // WASI's errno for "no such descriptor"

/** One instance of the module. It has no state that outlives a call, so after a crash it is simply made again. */
export class Nazo {
  private exports!: Exports
  private readonly encoder = new TextEncoder()
  private readonly decoder = new TextDecoder()

  constructor(readonly module: WebAssembly.Module) {
    this.instantiate()
  }

  private instantiate() {
    const instance = new WebAssembly.Instance(this.module, {
      wasi_snapshot_preview1: {
        // The only thing the genres want from the outside is the time, for their budgets.
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          new DataView(this.exports.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true)
          return 0
        },
        fd_write: () => badFile,
        fd_seek: () => badFile,
        fd_close: () => badFile,
        fd_read: () => badFile,
        fd_fdstat_get: () => badFile,
        environ_get: () => 0,
        environ_sizes_get: (count: number, bytes: number) => {
          const view = new DataView(this.exports.memory.buffer)
          view.setUint32(count, 0, true)
          view.setUint32(bytes, 0, true)
          return 0
        },
        proc_exit: (code: number) => {
          throw new Error(`the module ended with ${code}`)
        },
      },
    })
    this.exports = instance.exports as unknown as Exports
    this.exports._initialize()
  }

  /** Asks, and gives the JSON value of the answer; a refusal is thrown as a NazoError. */
  call<T>(...words: string[]): T {
    const texts = words.map((word) => this.encoder.encode(word))
    const bytes = texts.reduce((sum, text) => sum + 4 + text.length, 0)
    let json: string
    try {
      let at = this.exports.nazo_reserve(bytes)
      const view = new DataView(this.exports.memory.buffer)
      const memory = new Uint8Array(this.exports.memory.buffer)
      for (const text of texts) {
        view.setUint32(at, text.length, true)
        memory.set(text, at + 4)
        at += 4 + text.length
      }
      const answer = this.exports.nazo_call(bytes)
      const length = new DataView(this.exports.memory.buffer).getUint32(answer, true)
      json = this.decoder.decode(new Uint8Array(this.exports.memory.buffer, answer + 4, length))
    } catch (crash) {
      this.instantiate()
      throw new NazoError(`this was too much for the browser (${(crash as Error).message})`)
    }
    const reply = JSON.parse(json) as { value: T } | { error: { message: string; line?: number; column?: number } }
    if ('error' in reply) throw new NazoError(reply.error.message, reply.error.line, reply.error.column)
    return reply.value
  }
}
