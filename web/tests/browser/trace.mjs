// What the browser does for something, by its own trace: the processor's time of the threads that work at a picture,
// whatever else the machine does meanwhile.

/** Begins a trace of a page; what it returns ends it and gives the events. */
export async function beginTrace(context, page) {
  const session = await context.newCDPSession(page)
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'cc'] },
  })
  return async () => {
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    return events
  }
}

/** The tasks of the page's own thread and what they are made of, in order. */
function mainThread(events) {
  const mains = new Set()
  for (const { ph, name, pid, tid, args } of events)
    if (ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain') mains.add(`${pid}.${tid}`)
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && mains.has(`${pid}.${tid}`))
  own.sort((a, b) => a.ts - b.ts)
  const tasks = own.filter(({ name }) => name.endsWith('RunTask'))
  return { own, tasks }
}

/**
 * For every input of these types: milliseconds of work of the page's thread from its handlers to the picture they
 * order, that is all tasks from the one with the event to the one that next paints.
 */
export function inputToPicture(events, types) {
  const { own, tasks } = mainThread(events)
  const inputs = own.filter(({ name, args }) => name === 'EventDispatch' && types.includes(args.data?.type))
  const paints = own.filter(({ name }) => name === 'Paint')
  return inputs.flatMap(({ ts, args }) => {
    const paint = paints.find((one) => one.ts > ts)
    if (!paint) return []
    const between = tasks.filter((task) => task.ts + task.dur > ts && task.ts <= paint.ts)
    return [{ type: args.data.type, work: between.reduce((sum, task) => sum + (task.tdur ?? task.dur), 0) / 1000 }]
  })
}

/** Milliseconds of work a frame, of the page's thread and of those that draw, and how many frames there were. */
export function frames(events) {
  const { tasks } = mainThread(events)
  const count = Math.max(1, events.filter(({ ph, name }) => ph === 'b' && name === 'Commit').length)
  const sum = (list) => list.reduce((all, { tdur, dur }) => all + (tdur ?? dur), 0) / 1000
  const drawn = events.filter(({ ph, name }) => ph === 'X' && name === 'RasterTask')
  return { count, main: sum(tasks) / count, draw: sum(drawn) / count }
}

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
