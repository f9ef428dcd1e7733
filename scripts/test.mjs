// @ts-check
// `npm test`: installs what is missing (a Chromium included), then runs every gate and every test, and closes with one line.
// Plain JavaScript, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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
/** What failed and why, in short: said again at the end, where it is read first. @type {string[]} */
const failures = []

/**
 * Runs one gate and remembers how it went; a failed gate does not stop the others.
 * @param {string} name
 * @param {string[]} command
 * @param {{ report?: string, env?: Record<string, string>, beside?: boolean }} [options] `report`: vitest's JSON file, for
 *   counting; `beside`: others run at the same time, so that what it says is shown as a whole when it ends
 * @returns {Promise<boolean>} whether all was well
 */
async function gate(name, command, { report: file, env, beside = false } = {}) {
  const started = Date.now()
  if (!beside) console.log(`\n— ${name}`)
  const { said, status } = await run(command, env, beside)
  if (beside) console.log(`\n— ${name}\n${said.trimEnd()}`)
  let ok = status === 0
  if (file) {
    const report = readReport(file)
    if (!report) ok = false
    else {
      passed += report.numPassedTests
      failed += report.numFailedTests
      skipped += report.numPendingTests + report.numTodoTests
      failures.push(...failuresOf(report))
      // A suite that could not be loaded has no failed tests of its own.
      if (!ok && report.numFailedTests === 0) failed += 1
    }
    if (!report) failed += 1
  } else if (ok) passed += 1
  else failed += 1
  gates.push({ name, ok, seconds: (Date.now() - started) / 1000 })
  return ok
}

/**
 * @param {string[]} command
 * @param {Record<string, string> | undefined} env
 * @param {boolean} isKept what it says is kept instead of shown
 * @returns {Promise<{ said: string, status: number | null }>}
 */
function run([program, ...args], env, isKept) {
  const child = spawn(String(program), args, {
    cwd: root,
    stdio: isKept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      said += text
    })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ said: `${said}${error}`, status: null }))
    child.once('close', (status) => resolve({ said, status }))
  })
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
 * @param {{ testResults: { name: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 *   of vitest
 * @returns {string[]} file, test and the first lines of each failure
 */
function failuresOf(report) {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return message ? [`${file}\n${firstLines(message)}`] : []
    return tests.map(
      ({ fullName, failureMessages = [] }) =>
        `${file} > ${fullName}\n${firstLines(failureMessages.join('\n'))}`,
    )
  })
}

/** Lines shown of a failure: a journey's says what stood on its screens as well. */
const MOST_LINES = 40

/** @param {string} text */
const firstLines = (text) =>
  text
    .split('\n')
    .slice(0, MOST_LINES)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')

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

/** What is checked beside each other, on two cores. */
const beside = { beside: true }
const [, isBuilt] = await Promise.all([
  gate('types', ['npm', 'run', '--silent', 'check:types'], beside),
  checkAndBuild(),
])

async function checkAndBuild() {
  await gate('lint', [bin('biome'), 'check', '.'], beside)
  const folders = ['schemas', 'renderer', 'widgets', 'src', 'server', 'scripts', 'tests']
  await gate('boundaries', [bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...folders], beside)
  await gate('dead code', [bin('knip')], beside)
  await gate('documents', [bin('tsx'), 'scripts/schema.ts', 'check'], beside)
  return gate('build', ['npm', 'run', '--silent', 'build'], beside)
}

const unit = vitest('unit', [])
await gate('unit and contract tests', unit.command, {
  report: unit.report,
  // Tests of the built server take this one; alone, each builds its own.
  env: isBuilt ? { BUILT_SERVER: join(root, 'dist', 'server', 'main.js') } : {},
})
const e2e = vitest('e2e', ['--config', 'tests/e2e/vitest.config.ts'])
if (chromium) await gate('browser journeys', e2e.command, { report: e2e.report, env: { CHROMIUM: chromium } })
else {
  console.error(
    '\nNo Chromium found and none could be installed. Install one (Debian: apt-get install chromium) or set CHROMIUM=/path/to/chromium.',
  )
  gates.push({ name: 'browser journeys', ok: false, seconds: 0 })
  failed += 1
}

console.log('')
for (const failure of failures) console.log(`FAILED ${failure}\n`)
for (const { name, ok, seconds } of gates)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(0)} s)`)
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)
