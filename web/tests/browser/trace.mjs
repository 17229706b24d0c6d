// What the browser does for something, by its own trace: the processor's time of every thread that works at a picture,
// whatever else the machine does.

/** Begins a trace of a page; `end` gives its events. */
export async function trace(context, page) {
  const session = await context.newCDPSession(page)
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'toplevel', 'cc', 'blink', 'disabled-by-default-devtools.timeline'],
    },
  })
  return {
    end: () =>
      new Promise((done) => {
        session.on('Tracing.tracingComplete', () => done(events))
        void session.send('Tracing.end')
      }),
  }
}

/** Milliseconds of the processor by the kind of thread: the page's own ("main"), and those that draw ("draw"). */
export function workOf(events) {
  const names = new Map()
  for (const { ph, name, pid, tid, args } of events)
    if (ph === 'M' && name === 'thread_name') names.set(`${pid}.${tid}`, args.name)
  const work = { main: 0, draw: 0, steps: {} }
  for (const { ph, name, pid, tid, tdur = 0 } of events) {
    if (ph !== 'X') continue
    const thread = names.get(`${pid}.${tid}`) ?? ''
    const top = name === 'ThreadControllerImpl::RunTask'
    if (thread === 'CrRendererMain') {
      if (top) work.main += tdur / 1000
      else work.steps[name] = (work.steps[name] ?? 0) + tdur / 1000
    } else if (name === 'RasterTask' || name === 'Graphics.Pipeline') {
      work.draw += tdur / 1000
    }
  }
  return work
}
