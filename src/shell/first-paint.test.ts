import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import ENGLISH from '#schemas/text/en/browser.json' with { type: 'json' }
import { text } from '../text/zh-CN.ts'

it('what is seen before the program arrives says it in both languages', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')
  const status = page.querySelector('.first-paint')
  expect(status?.textContent).toContain(text.loading)
  expect(status?.querySelector('[lang=en]')?.textContent).toBe(ENGLISH[text.loading as '正在加载…'])
})
