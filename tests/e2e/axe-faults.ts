import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { motionEnded } from './browser.ts'

const { source: AXE } = axe

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** What axe-core calls serious or critical on the page as it stands, and what it says by the rules that count `also`. */
export async function axeFaults(page: Page, also: readonly string[] = []): Promise<string[]> {
  // Text that is half transparent has a contrast of its own.
  await motionEnded(page)
  // Through the debugger, because the page's own policy forbids foreign scripts.
  await page.evaluate(AXE)
  const violations = await page.evaluate(() =>
    (
      window as unknown as {
        axe: { run(options: object): Promise<{ violations: Violation[] }> }
      }
    ).axe
      .run({ resultTypes: ['violations'] })
      .then(({ violations }) => violations),
  )
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || also.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
