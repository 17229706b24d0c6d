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

/**
 * How slow this machine is just now: how many times as long as on the machine of bench/web.md, when that had nothing
 * else to do, a picture takes that has nothing to do with nazo. At least 1.
 */
export async function slowness(context) {
  const page = await context.newPage()
  await page.evaluate(() => {
    const name = 'http://www.w3.org/2000/svg'
    const board = document.createElementNS(name, 'svg')
    board.setAttribute('viewBox', '0 0 40 40')
    for (let i = 0; i < 1600; ++i) {
      const square = document.createElementNS(name, 'rect')
      for (const [what, is] of Object.entries({ x: i % 40, y: Math.floor(i / 40), width: 0.9, height: 0.9 }))
        square.setAttribute(what, is)
      board.append(square)
    }
    document.body.append(board)
    let turn = 0
    document.addEventListener('click', () => {
      ++turn
      for (const [i, square] of [...board.children].entries())
        square.setAttribute('fill', `hsl(${(i * turn) % 360} 50% 50%)`)
    })
  })
  const click = async () => {
    await page.mouse.click(200, 200)
    await page.waitForTimeout(60)
  }
  for (let i = 0; i < 4; ++i) await click()
  const end = await beginTrace(context, page)
  for (let i = 0; i < 9; ++i) await click()
  const work = inputToPicture(await end(), ['click']).map((one) => one.work)
  await page.close()
  return Math.max(1, median(work) / pictureOfTheYardstick)
}
const pictureOfTheYardstick = 8

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
