// Long work on the server, followed event by event.
import { post, request } from './api'

export interface Job {
  id: string
  what: string
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  progress: { what: string; done: number; total: number; note: string } | null
  result: Record<string, unknown> | null
  error: { message: string } | null
}

export interface Watching {
  /** The job, to be listened to again by another page. */
  id: string
  cancel(): void
  /** Listens no more; the work goes on. */
  leave(): void
}

type Heard = (event: string, data: any) => void

/** Orders work and calls back for every event; `end` brings the finished job. */
export async function order(what: Record<string, unknown>, heard: Heard, end: (job: Job) => void): Promise<Watching> {
  const { id } = await post<Job>('/api/jobs', what)
  return follow(id, heard, end)
}

/** Listens to work that was ordered before: everything it has found so far comes first. */
export function follow(id: string, heard: Heard, end: (job: Job) => void): Watching {
  const source = new EventSource(`/api/jobs/${id}/events`)
  for (const name of ['progress', 'puzzle', 'verdict', 'report', 'analysis'])
    source.addEventListener(name, (event) => heard(name, JSON.parse((event as MessageEvent<string>).data)))
  source.addEventListener('end', (event) => {
    source.close()
    end(JSON.parse((event as MessageEvent<string>).data) as Job)
  })
  source.addEventListener('error', () => {
    // The browser tries again by itself, unless the server has said that it knows no such job.
    if (source.readyState !== EventSource.CLOSED) return
    const message = 'the server does not know this work any more: order it again'
    end({ id, what: '', state: 'failed', progress: null, result: null, error: { message } })
  })
  return {
    id,
    cancel() {
      void request(`/api/jobs/${id}`, { method: 'DELETE' }).catch(() => undefined)
    },
    leave: () => source.close(),
  }
}
