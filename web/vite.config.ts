import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Writes /sw.js: the service worker with the names of this build's files in it. The modules are large and come by
 * themselves (src/lib/modules.ts); it only has to know which of them are still in use. */
const serviceWorker: Plugin = {
  name: 'nazo-service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = [
      '/',
      ...Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !name.endsWith('.wasm'))
        .map((name) => `/${name}`),
    ]
    const modules = Object.keys(bundle).filter((name) => name.endsWith('.wasm'))
    const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8')
      .replace('__FILES__', JSON.stringify(files))
      .replace('__MODULES__', JSON.stringify(modules.map((name) => `/${name}`)))
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}

const wasm = `${root}build/wasm/genres`
const modules = existsSync(wasm) ? readdirSync(wasm).filter((name) => name.endsWith('.wasm')) : []
const sizes = Object.fromEntries(modules.map((name) => [name.slice(0, -5), statSync(`${wasm}/${name}`).size]))

export default defineConfig({
  define: { __MODULES__: JSON.stringify(sizes) },
  plugins: [svelte(), serviceWorker],
  resolve: {
    alias: [
      { find: '@nazo/module', replacement: `${root}bindings/wasm/nazo.ts` },
      { find: '@nazo/wasm', replacement: wasm },
    ],
  },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // everything is a file of its own: the content security policy allows no inline data
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] }, proxy: { '/api': 'http://localhost:8080' } },
  test: {
    include: ['tests/unit/**/*.test.ts'],
    setupFiles: ['tests/unit/setup.ts'],
    environment: 'node',
    testTimeout: 60_000,
  },
})
