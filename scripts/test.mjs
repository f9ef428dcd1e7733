// @ts-check
// `npm test`: installs what is missing (a Chromium included), then runs every gate and every test, and closes with one line.
// Plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findChromium, installChromium } from './chromium.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const results = join(root, '.cache', 'test-results')

/** @type {{ name: string, ok: boolean, seconds: number }[]} */
const gates = []
let passed = 0
let failed = 0
let skipped = 0

/**
 * Runs one gate and remembers how it went; a failed gate does not stop the others.
 * @param {string} name
 * @param {string[]} command
 * @param {{ report?: string, env?: Record<string, string> }} [options] `report`: vitest's JSON file, for counting
 */
function gate(name, command, options = {}) {
  console.log(`\n— ${name}`)
  const started = Date.now()
  const [program, ...args] = command
  const run = spawnSync(String(program), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...options.env },
    shell: process.platform === 'win32',
  })
  let ok = run.status === 0
  if (options.report) {
    const report = readReport(options.report)
    if (!report) ok = false
    else {
      passed += report.numPassedTests
      failed += report.numFailedTests
      skipped += report.numPendingTests + report.numTodoTests
      // A suite that could not be loaded has no failed tests of its own.
      if (!ok && report.numFailedTests === 0) failed += 1
    }
    if (!report) failed += 1
  } else if (ok) passed += 1
  else failed += 1
  gates.push({ name, ok, seconds: (Date.now() - started) / 1000 })
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @returns {string} path of a locally installed program
 */
const bin = (name) => join(root, 'node_modules', '.bin', name)

/**
 * @param {string} name
 * @param {string[]} args
 */
function vitest(name, args) {
  const report = join(results, `${name}.json`)
  return {
    command: [
      bin('vitest'),
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    report,
  }
}

ensureInstalled(root)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const chromium = findChromium() ?? installChromium()

gate('types', [bin('tsc')])
gate('lint', [bin('biome'), 'check', '.'])
gate('boundaries', [
  bin('depcruise'),
  '--config',
  '.dependency-cruiser.cjs',
  'schemas',
  'renderer',
  'widgets',
  'src',
  'server',
  'scripts',
  'tests',
])
gate('dead code', [bin('knip')])
gate('documents', [bin('tsx'), 'scripts/schema.ts', 'check'])
gate('build', ['npm', 'run', '--silent', 'build'])
const unit = vitest('unit', [])
gate('unit and contract tests', unit.command, { report: unit.report })
const e2e = vitest('e2e', ['--config', 'tests/e2e/vitest.config.ts'])
if (chromium) gate('browser journeys', e2e.command, { report: e2e.report, env: { CHROMIUM: chromium } })
else {
  console.error(
    '\nNo Chromium found and none could be installed. Install one (Debian: apt-get install chromium) or set CHROMIUM=/path/to/chromium.',
  )
  gates.push({ name: 'browser journeys', ok: false, seconds: 0 })
  failed += 1
}

console.log('')
for (const { name, ok, seconds } of gates)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(0)} s)`)
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)
