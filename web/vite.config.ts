import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Writes /sw.js: the service worker with the names of this build's files in it. */
const serviceWorker: Plugin = {
  name: 'nazo-service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = [
      '/',
      ...Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .map((name) => `/${name}`),
    ]
    const source = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8').replace(
      '__FILES__',
      JSON.stringify(files),
    )
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}

const wasm = `${root}build/wasm/nazo.wasm`

export default defineConfig({
  define: { __WASM_BYTES__: existsSync(wasm) ? statSync(wasm).size : 0 },
  plugins: [svelte(), serviceWorker],
  resolve: {
    alias: [
      { find: '@nazo/module', replacement: `${root}bindings/wasm/nazo.ts` },
      { find: /^@nazo\/wasm(?=\?)/, replacement: wasm },
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
    environment: 'node',
    testTimeout: 60_000,
  },
})
