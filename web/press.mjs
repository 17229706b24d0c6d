// Packs every file of the built page once for each coding that browsers take: NAME.gz and NAME.br beside NAME.
// Files with a hash in their name never change, so their packed forms are kept from build to build in another folder.
//   node press.mjs FOLDER KEPT
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const [folder, kept] = process.argv.slice(2)
const codings = {
  gz: (bytes) => gzipSync(bytes, { level: 9 }),
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
}
const all = (place) =>
  readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? all(join(place, entry.name)) : [join(place, entry.name)],
  )

mkdirSync(kept, { recursive: true })
const used = new Set()
for (const file of all(folder).filter((name) => !/\.(gz|br|png)$/.test(name)))
  for (const [ending, pack] of Object.entries(codings)) {
    const name = `${basename(file)}.${ending}`
    const copy = join(kept, name)
    const lasting = /[\\/]assets[\\/]/.test(file)
    if (lasting) used.add(name)
    if (!lasting || !existsSync(copy)) {
      writeFileSync(`${copy}.new`, pack(readFileSync(file)))
      renameSync(`${copy}.new`, copy)
    }
    copyFileSync(copy, `${file}.${ending}`)
  }
for (const name of readdirSync(kept)) if (!used.has(name)) rmSync(join(kept, name))
