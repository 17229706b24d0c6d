// What browsers have and Debian 12's Node.js has not yet: the tests run in both.
import { webcrypto } from 'node:crypto'

if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
