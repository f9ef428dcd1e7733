import { afterEach, expect, it } from 'vitest'
import { loadLanguage } from '#src/text/load-language.ts'
import { bytes, count, milliseconds, percent } from './figure-text.ts'

it('writes figures as people read them', () => {
  expect([0, 1023, 1024, 5.5 * 1024 ** 2, 3 * 1024 ** 4].map(bytes)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KB',
    '5.5 MB',
    '3.0 TB',
  ])
  expect(percent(0.1234)).toBe('12.3%')
  expect([0.25, 950, 12_300].map(milliseconds)).toEqual(['0.3 毫秒', '950 毫秒', '12.3 秒'])
  expect(count(1234567.2)).toBe('1,234,567')
})

afterEach(() => loadLanguage('zh-CN'))

it('writes figures in the language that is chosen', async () => {
  await loadLanguage('en')
  expect([950, 12_300].map(milliseconds)).toEqual(['950 ms', '12.3 s'])
  expect(count(1234567.2)).toBe('1,234,567')
})
