// @ts-check
// `npm start`: installs and builds what is missing or old, then runs the server in this very process.
// Plain JavaScript, because it runs before anything is installed.
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
ensureBuilt(root)
process.env.NODE_ENV ??= 'production'
// From here on it is one process: a signal needs no passing on, and no parent takes memory.
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href)
