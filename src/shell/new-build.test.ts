import { expect, it } from 'vitest'
import { isNewBuild } from './new-build.ts'

const html = (script: string) =>
  `<html><head><script type="module" crossorigin src="${script}"></script></head></html>`
const page = new DOMParser().parseFromString(html('/assets/main-aaa.js'), 'text/html')
const answering =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status })

it('is another build when the page names another program', async () => {
  expect(await isNewBuild(page, answering(html('/assets/main-bbb.js')))).toBe(true)
  expect(await isNewBuild(page, answering(html('/assets/main-aaa.js')))).toBe(false)
})

it('is none when nobody can tell: no page, a page of somebody else, no server', async () => {
  expect(await isNewBuild(page, answering('Bad Gateway', 502))).toBe(false)
  expect(await isNewBuild(page, answering('<html>Sign in to this network</html>'))).toBe(false)
  expect(await isNewBuild(page, () => Promise.reject(new TypeError('Failed to fetch')))).toBe(false)
})
