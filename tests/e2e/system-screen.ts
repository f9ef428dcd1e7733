import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { motionEnded, overflows, screenshot } from './browser.ts'

/** What an administrator does on the screens of the system; pictures are named after the journey. */
export function systemScreen(page: () => Page, journey: string) {
  const shown = () => page().locator('.page-host').filter({ visible: true })
  const dialog = () => page().getByRole('dialog').filter({ visible: true }).last()
  const press = (name: string | RegExp, within: Page | Locator = page()) =>
    within.getByRole('button', { name }).filter({ visible: true }).first().click()
  return {
    /** The page in front, without the frame. */
    shown,
    dialog,
    press,
    row: (text: string) => shown().locator('.ant-table-row', { hasText: text }).first(),
    said: (text: string | RegExp) =>
      page().locator('.ant-message-notice').filter({ hasText: text }).last().waitFor(),
    save: () => press(/^保\s*存$/, dialog()),
    /** An action of a row, from its menu when there are several. */
    act: async (line: Locator, action: string) => {
      await line.getByText('更多').click()
      const choices = page().locator('.ant-dropdown').filter({ visible: true })
      await choices.getByRole('menuitem', { name: action, exact: true }).click()
    },
    /** Says yes to the question beside an action. */
    agree: () => page().locator('.ant-popover').filter({ visible: true }).getByRole('button').last().click(),
    seen: async (name: string) => {
      await motionEnded(page())
      expect(await overflows(page()), name).toBe(false)
      await screenshot(page(), `${journey}-${name}`)
    },
    failed: (test: string) => screenshot(page(), `${journey}-failed-${test}`),
  }
}
