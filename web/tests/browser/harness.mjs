// A server with a store of its own and a real browser in front of it, for the tests of this folder.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const artefacts = join(root, 'build', 'browser')
mkdirSync(artefacts, { recursive: true })
export const adminToken = 'a token for tests'

export async function startServer({ port = 0, folder = mkdtempSync(join(tmpdir(), 'nazo-browser-')), options = [] } = {}) {
  const child = spawn(join(root, 'build', 'nazo'), ['serve', '--port', String(port), '--store', join(folder, 'nazo.db'), ...options], {
    env: { ...process.env, NAZO_ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (bytes) => {
      out += bytes
      const found = /http:\/\/[^\s]+/.exec(out)
      if (found) resolve(found[0])
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${out}`)))
  })
  return {
    address,
    folder,
    port: Number(new URL(address).port),
    kill: (signal = 'SIGTERM') =>
      new Promise((done) => {
        child.removeAllListeners('exit')
        child.on('exit', done)
        child.kill(signal)
      }),
    clean: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const startBrowser = () =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })

/** The wasm module in node, to know solutions move by move. */
export async function loadModule() {
  const { transform } = await import('esbuild')
  const source = readFileSync(join(root, 'bindings', 'wasm', 'nazo.ts'), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  const { Nazo } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  return new Nazo(new WebAssembly.Module(readFileSync(join(root, 'build', 'wasm', 'nazo.wasm'))))
}

/** A page that fails the test on any error of its own, on requests to elsewhere and on anything the content policy forbids. */
export async function newPage(browser, address, options = {}) {
  const context = await browser.newContext({ baseURL: address, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const troubles = []
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text())) troubles.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) troubles.push(`request to ${request.url()}`)
  })
  return { context, page, troubles }
}
