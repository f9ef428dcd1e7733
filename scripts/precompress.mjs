// @ts-check
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

// Compresses the built browser application once, as small as it goes: the server only picks the file to send.

const folder = join(dirname(fileURLToPath(import.meta.url)), '../dist/web')
const TEXT = /\.(js|css|html|svg|json)$/
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))
await Promise.all(
  names.map(async (name) => {
    const file = join(folder, name)
    const content = readFileSync(file)
    if (content.length < MIN_BYTES) return
    const [br, gz] = await Promise.all([
      brotli(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      gzip(content, { level: 9 }),
    ])
    writeFileSync(`${file}.br`, br)
    writeFileSync(`${file}.gz`, gz)
  }),
)
