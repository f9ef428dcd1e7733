import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { freePort, PASSWORDS, startServer, stopServer } from '../e2e/server.ts'
import { benchDocument } from './forms/fields.ts'
import { formFigures } from './forms/form-figures.ts'
import { kindFigures } from './forms/kind-figures.ts'
import { ruleFigures } from './forms/rule-figures.ts'
import { gridFigures } from './grid/grid-figures.ts'
import { builtQueryFigures, listQueryFigures } from './list/list-query.ts'
import { listPageFigures } from './list-page/list-page-figures.ts'
import { millionFigures } from './million/million-figures.ts'
import { pickerFigures } from './pickers/picker-figures.ts'
import { type Figure, heading, median, row } from './report.ts'
import { systemFigures, treeFigures } from './system/system-figures.ts'
import { tabFigures } from './tabs/tab-figures.ts'

const KB = 1000

/** Time from document to compiled form. */
function compileFigure(): Figure {
  const document = benchDocument({ count: 300 })
  const times = Array.from({ length: 15 }, () => {
    const begun = performance.now()
    compileForm(document)
    return performance.now() - begun
  })
  return {
    name: 'compile 300 fields',
    ours: median(times),
    peer: null,
    unit: 'ms',
    bound: { kind: 'atMost', value: 20 },
  }
}

/** Start with existing data, memory, the JavaScript that two pages ask for, and how long a list takes to be usable. */
async function* serverFigures(browser: Browser): AsyncGenerator<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'expo-bench-'))
  const port = await freePort()
  try {
    await stopServer(await startServer(dataDir, port))
    const begun = performance.now()
    const server = await startServer(dataDir, port)
    const started = (performance.now() - begun) / 1000
    try {
      const baseURL = `http://127.0.0.1:${port}`
      yield {
        name: 'start with existing data',
        ours: started,
        peer: null,
        unit: 's',
        bound: { kind: 'atMost', value: 3 },
      }
      yield memoryFigure(server.pid ?? 0)
      yield* await sizeFigures(browser, baseURL)
      yield* await listPageFigures(browser, baseURL)
      yield* await tabFigures(browser, baseURL)
    } finally {
      await stopServer(server)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Memory of Node and PostgreSQL after the start, each shared page counted once (PSS). Linux only. */
function memoryFigure(pid: number): Figure {
  const kilobytes = processTree(pid)
    .map((one) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1])
    .reduce((sum, pss) => sum + Number(pss), 0)
  return {
    name: 'memory of Node and PostgreSQL after start (PSS)',
    ours: kilobytes / 1024,
    peer: null,
    unit: 'MB',
    bound: { kind: 'atMost', value: 300 },
  }
}

/** A process and everything that it started. */
function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => processTree(Number(child)))]
}

async function sizeFigures(browser: Browser, baseURL: string): Promise<Figure[]> {
  const context = await browser.newContext({ baseURL })
  try {
    const page = await context.newPage()
    const scripts = countScripts(page)
    await page.goto('/user/login')
    await page.getByPlaceholder(/密码/).waitFor()
    await page.waitForLoadState('networkidle')
    const signIn = await scripts()
    await page.getByPlaceholder(/用户名|账号/).fill('admin')
    await page.getByPlaceholder(/密码/).fill(PASSWORDS.admin)
    await page.getByRole('button', { name: /登\s*录/ }).click()
    await page.locator('.ant-table-row').first().waitFor()
    // What the page asks for later, while it is idle, delays no list.
    const list = await scripts()
    const figure = (name: string, ours: number, value: number): Figure => ({
      name,
      ours,
      peer: null,
      unit: 'KB',
      bound: { kind: 'atMost', value },
    })
    return [
      figure('JavaScript of the sign-in page (Brotli)', signIn, 250),
      figure('JavaScript up to the first list page (Brotli)', list, 420),
    ]
  } finally {
    await context.close()
  }
}

/** Counts what a page's scripts weigh, each once, compressed here: whatever the server chose to send. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      sizes.push(response.body().then((body) => brotliCompressSync(body).length / KB))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The parts of the bench by the name that `npm run bench -- <name>` knows. */
const PARTS: Record<string, (browser: Browser) => AsyncIterable<Figure> | Promise<Figure[]>> = {
  compile: async () => [compileFigure()],
  pages: serverFigures,
  forms: formFigures,
  kinds: kindFigures,
  grid: gridFigures,
  rules: ruleFigures,
  list: listQueryFigures,
  query: builtQueryFigures,
  million: millionFigures,
  pickers: pickerFigures,
  sizes: treeFigures,
  system: systemFigures,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !PARTS[name])
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(' ')}. Parts are ${Object.keys(PARTS).join(' ')}.`)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  console.log(heading)
  // Each row as soon as it is known: a run that is stopped has told what it measured until then.
  for (const [name, part] of Object.entries(PARTS))
    if (chosen.length === 0 || chosen.includes(name))
      for await (const figure of await part(browser)) console.log(row(figure))
} finally {
  await browser.close()
}
