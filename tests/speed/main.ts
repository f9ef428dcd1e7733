import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { freePort, PASSWORDS, startServer, stopServer } from '../e2e/server.ts'
import { benchDocument } from './forms/fields.ts'
import { type Figure, median, table } from './report.ts'

const KB = 1000

/** Time from document to compiled form. */
function compileFigure(): Figure {
  const document = benchDocument(300)
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

/** Start with existing data, and the JavaScript that two pages ask for. */
async function serverFigures(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'expo-bench-'))
  const port = await freePort()
  try {
    await stopServer(await startServer(dataDir, port))
    const begun = performance.now()
    const server = await startServer(dataDir, port)
    const started = (performance.now() - begun) / 1000
    try {
      return [
        {
          name: 'start with existing data',
          ours: started,
          peer: null,
          unit: 's',
          bound: { kind: 'atMost', value: 3 },
        },
        ...(await sizeFigures(`http://127.0.0.1:${port}`)),
      ]
    } finally {
      await stopServer(server)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function sizeFigures(baseURL: string): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ baseURL })
    const scripts = countScripts(page)
    await page.goto('/user/login')
    await page.getByPlaceholder(/密码/).waitFor()
    const signIn = await scripts()
    await page.getByPlaceholder(/用户名|账号/).fill('admin')
    await page.getByPlaceholder(/密码/).fill(PASSWORDS.admin)
    await page.getByRole('button', { name: /登\s*录/ }).click()
    await page.locator('.ant-table-row').first().waitFor()
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
    await browser.close()
  }
}

/** Counts what a page's scripts weigh, each once, compressed here: whatever the server chose to send. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      sizes.push(response.body().then((body) => brotliCompressSync(body).length / KB))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
}

console.log(table([compileFigure(), ...(await serverFigures())]))
