// How much of the module has come: on a slow network people see that something moves.

let share = $state(0)

export const loading = {
  /** From 0 to 1. */
  get share() {
    return share
  },
  set share(to: number) {
    share = Math.min(1, to)
  },
}

/** The same answer, told how much of it has come. */
export function counted(response: Response, bytes: number): Response {
  if (!response.ok || !response.body || bytes <= 0) return response
  let come = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      come += part.length
      loading.share = come / bytes
      controller.enqueue(part)
    },
  })
  return new Response(response.body.pipeThrough(counter), { headers: response.headers })
}
