import { expect, it } from 'vitest'
import { plainMarkdown } from './plain-markdown.ts'

it.each([
  ['# 标题\n\n正文 **重点** 与 *次要*', '标题 正文 重点 与 次要'],
  ['- 一\n- [x] 二\n1. 三', '一 二 三'],
  ['> 引用 `code` ~~旧~~', '引用 code 旧'],
  ['见[说明](https://example.com)与![平面图](a/b.png)', '见说明与平面图'],
  ['![](a/b.png)', '【图片】'],
  ['```js\nlet a = 1\n```', 'let a = 1'],
  ['| 名称 | 数量 |\n| --- | ---: |\n| 椅子 | 2 |', '| 名称 | 数量 | | 椅子 | 2 |'],
  // What only looks like a sign stays.
  ['3 * 4 * 5，snake_case_name，a-b', '3 * 4 * 5，snake_case_name，a-b'],
  ['', ''],
])('%j reads as %j', (text, words) => {
  expect(plainMarkdown(text)).toBe(words)
})
