import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Where the records of a form are written and read. */
export const recordsOf = (form: string) => `/jeecg-boot/online/cgform/api/form/${form}`

/** Calls the server as the user who is signed in on a page would; answers the result. */
export async function call<T = string>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const kept: string = await page.evaluate("localStorage.getItem('pro__Access-Token')")
  const answer = await page.request.fetch(path, {
    method,
    headers: { 'X-Access-Token': JSON.parse(kept).value },
    ...(body ? { data: body } : {}),
  })
  expect(answer.status()).toBe(200)
  const { success, message, result } = await answer.json()
  expect(success, message).toBe(true)
  return result
}
