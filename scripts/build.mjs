// @ts-check
// `npm run build`: the same build as the one of `npm start`, which finds it and does not build again.
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from './ensure-built.mjs'

process.exitCode = build(dirname(dirname(fileURLToPath(import.meta.url))), 'inherit')
