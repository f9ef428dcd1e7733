// @ts-check
// `npm run long [name …]`: tests that take minutes, so that they are no part of `npm test`. Each can be run alone by its name.
// A run tries other seeds than the last one and prints them; `SEED=… npm run long <name>` repeats it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const seed = process.env.SEED ?? String(Math.floor(Math.random() * 1e9))

/** @type {Record<string, { about: string, args: string[], env: Record<string, string>, needs?: string, times?: number }>} */
const LONG = {
  kills: {
    about: '200 kills of server and database while eight clients write',
    args: ['tests/contract/kill.test.ts'],
    env: { KILL_ROUNDS: '200', KILL_SEED: seed },
  },
  stop: {
    about: 'a stop with a call in flight ends in under five seconds, alone on the machine',
    args: ['tests/contract/stop.test.ts'],
    env: { STOP_MS: '5000' },
  },
  definitions: {
    about: '2,000 strange definitions are imported',
    args: ['tests/contract/strange-definitions.test.ts'],
    env: { STRANGE_SEED: seed, STRANGE_FORMS: '2000' },
  },
  pages: {
    about: '300 strange pages are listed, saved, searched and deleted',
    args: ['tests/contract/strange-pages.test.ts'],
    env: { STRANGE_SEED: seed, STRANGE_PAGES: '300' },
  },
  properties: {
    about: 'each property is tried 20 times as often',
    args: [
      'schemas/import/jeecg-form.test.ts',
      'schemas/compile/check-document.test.ts',
      'schemas/compile/row-validator.test.ts',
      'schemas/rules/cron.test.ts',
      'schemas/rules/cron-parts.test.ts',
      'schemas/rules/cron-sentence.test.ts',
      'renderer/model/merge-record.test.ts',
      'server/modules/table-structure/sync-plan.test.ts',
      'server/modules/online-form/wire/row-rules.test.ts',
      '--testTimeout=3600000',
    ],
    env: { PROPERTY_FACTOR: '20', PROPERTY_SEED: seed },
  },
  inputs: {
    about: 'every awkward value in every field of every writing call',
    args: ['tests/contract/input/bodies.test.ts'],
    env: { EVERY_INPUT: '1' },
  },
  journeys: {
    about: 'the journeys in a browser, five times each',
    args: ['--config', 'tests/e2e/vitest.config.ts'],
    env: {},
    times: 5,
    needs: 'dist/server/main.js',
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(LONG, name))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}`)
  for (const [name, { about }] of Object.entries(LONG)) console.error(`  ${name.padEnd(12)} ${about}`)
  process.exit(2)
}

/** @type {string[]} */
const lines = []
let failed = false
for (const [name, { about, args, env, needs, times = 1 }] of Object.entries(LONG)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n— ${name}: ${about} (seed ${seed})`)
  if (needs && !existsSync(join(root, needs))) {
    console.error(`${needs} is missing: run \`npm run build\` first`)
    lines.push(`FAILED ${name}`)
    failed = true
    continue
  }
  const started = Date.now()
  let ok = true
  for (let time = 0; ok && time < times; time++) {
    const run = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    })
    ok = run.status === 0
  }
  if (!ok) failed = true
  lines.push(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(0)} s)`)
}
console.log(`\n${lines.join('\n')}\nseed ${seed}`)
process.exit(failed ? 1 : 0)
