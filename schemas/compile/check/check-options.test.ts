import { expect, it } from 'vitest'
import { checkDocument } from '../check-document.ts'

const DOCUMENT = `{
  "kind": "form", "code": "line", "title": "明细",
  "schema": { "type": "object", "properties": {
    "a": { "type": "string", "title": "甲", "view": "tags",
      "options": { "colors": { "展会": "bleu" } } },
    "b": { "type": "string", "title": "乙", "view": "slot",
      "options": { "name": "qr-cod" } },
    "c": { "type": "string", "title": "丙", "view": "popup",
      "options": { "popupCode": "x", "orgFields": "a", "destFields": "c", "params": {} } }
  } }
}`

it('colours of tags, slots and options of a popup that do not exist are told with their places [grid-08, grid-11, grid-36]', () => {
  const told = (text: string) => checkDocument(text).map(({ line, message }) => `${line} ${message}`)
  const found = told(DOCUMENT.replace(', "params": {}', ''))
  expect(found).toContainEqual(expect.stringMatching(/^5 颜色 "bleu" 不存在/))
  expect(found).toContainEqual(expect.stringMatching(/^7 插槽 "qr-cod" 不存在/))
  expect(told(DOCUMENT).some((one) => one.startsWith('9 ') && one.includes('params'))).toBe(true)
})
