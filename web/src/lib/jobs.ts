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
  cancel(): void
}

/** Orders work and calls back for every event; `end` brings the finished job. */
export async function order(
  what: Record<string, unknown>,
  heard: (event: string, data: any) => void,
  end: (job: Job) => void,
): Promise<Watching> {
  const job = await post<Job>('/api/jobs', what)
  const source = new EventSource(`/api/jobs/${job.id}/events`)
  for (const name of ['progress', 'puzzle', 'verdict', 'report', 'analysis'])
    source.addEventListener(name, (event) => heard(name, JSON.parse((event as MessageEvent<string>).data)))
  source.addEventListener('end', (event) => {
    source.close()
    end(JSON.parse((event as MessageEvent<string>).data) as Job)
  })
  return {
    cancel() {
      void request(`/api/jobs/${job.id}`, { method: 'DELETE' }).catch(() => undefined)
    },
  }
}
