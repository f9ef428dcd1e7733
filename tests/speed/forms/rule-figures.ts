import type { Browser } from 'playwright-core'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import { openPage } from './form-figures.ts'
import { workOf } from './kind-figures.ts'

const COUNT = 300
const RULES = 100
const ROUNDS = 7

/** A key in a form with rules against a key in the same form without. */
export async function ruleFigures(browser: Browser): Promise<Figure[]> {
  const served = await servePage(import.meta.dirname, { minify: true })
  try {
    const page = await openPage(browser, served.url)
    const [ruled, plain]: [number[], number[]] = [[], []]
    // The first round warms the compiler up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [rules, times] of [
        [RULES, ruled],
        [0, plain],
      ] as const) {
        const ms = await workOf(page, 'ours', { count: COUNT, rules })
        if (round > 0) times.push(ms)
      }
    await page.context().close()
    return [
      {
        name: `work of a key in ${COUNT} fields: ${RULES} rules beside none`,
        ours: median(ruled),
        peer: median(plain),
        unit: 'ms',
        bound: { kind: 'atMost', value: 1.3 },
      },
    ]
  } finally {
    await served.stop()
  }
}
