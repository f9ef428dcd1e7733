import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { motionEnded } from './browser.ts'

const { source: AXE } = axe

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** How often a page that changes while it is judged is judged again. */
const MOST_TRIES = 10

/** What axe-core calls serious or critical on the page as it stands, and what it says by the rules that count `also`. */
export async function axeFaults(page: Page, also: readonly string[] = []): Promise<string[]> {
  // Through the debugger, because the page's own policy forbids foreign scripts.
  await page.evaluate(AXE)
  for (let tries = 1; ; tries += 1) {
    // Text that is half transparent has a contrast of its own: what fades in, and rows behind a spinner.
    await motionEnded(page)
    await expect.poll(() => page.locator('.ant-spin-spinning').filter({ visible: true }).count()).toBe(0)
    const { violations, changes } = await judge(page)
    const faults = violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || also.includes(id))
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} (${failureSummary})`),
      )
    // A row that somebody else saved arrives at any moment, with a spinner over the table.
    if (faults.length === 0 || changes === 0 || tries === MOST_TRIES) return faults
  }
}

/** One run of axe-core, and how often the page changed meanwhile. */
function judge(page: Page): Promise<{ violations: Violation[]; changes: number }> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    let changes = 0
    const observer = new MutationObserver((records) => {
      changes += records.length
    })
    observer.observe(document.body, { attributes: true, childList: true, subtree: true })
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    changes += observer.takeRecords().length
    observer.disconnect()
    return { violations, changes }
  })
}
