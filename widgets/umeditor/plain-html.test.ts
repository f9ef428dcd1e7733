import { expect, it } from 'vitest'
import { plainHtml } from './plain-html.ts'

it.each([
  ['<p>第一段</p><p>第<b>二</b>段</p>', '第一段 第二段'],
  ['<ul><li>一</li><li>二</li></ul>', '一 二'],
  ['<table><tr><td>名称</td><td>数量</td></tr></table>', '名称 数量'],
  ['1 &lt; 2 &amp;&nbsp;3 &#20108; &#x4e09;', '1 < 2 & 3 二 三'],
  ['<style>p{}</style>一<!-- 二 -->', '一'],
  ['没有标签 a < b', '没有标签 a < b'],
  ['', ''],
])('%j reads as %j', (html, words) => {
  expect(plainHtml(html)).toBe(words)
})
