import { expect, it } from 'vitest'
import type { FormDocument } from '../../page/form.ts'
import { checkDocument, soundDocument } from '../check-document.ts'
import { compileForm } from '../compile-form.ts'

const field = (view: string, more: object = {}) => ({ type: 'string', title: view, view, ...more })

function page(search: readonly string[], more: object = {}): string {
  const document = {
    kind: 'form',
    code: 'stand',
    title: 'stand',
    schema: {
      type: 'object',
      properties: {
        name: field('text'),
        phone: field('text'),
        state: field('list', { dict: [{ value: '1', text: 'A' }] }),
        code: field('password'),
        rent: { type: 'number', title: 'rent', view: 'number' },
        begin: field('date', { format: 'date' }),
        note: field('text', { db: { persist: false } }),
      },
    },
    search,
    ...more,
  }
  return JSON.stringify(document)
}
const told = (text: string) =>
  checkDocument(text).map(({ severity, path, message }) => `${severity} ${path} ${message}`)

it('finds records by stored lines of text', () => {
  expect(told(page(['name', 'phone']))).toEqual([])
  expect(told(page(['nam', 'state', 'code', 'rent', 'begin', 'note']))).toEqual([
    'error /search/0 字段 "nam" 不存在',
    ...['state', 'code', 'rent', 'begin', 'note'].map(
      (name, at) => `error /search/${at + 1} 字段 "${name}" 不是存储的单行文本，不能用于搜索`,
    ),
  ])
})

it('says so where the rows are not of a table', () => {
  const elsewhere = { list: { url: { list: '/sys/stand/list' } } }
  expect(told(page(['name'], elsewhere))).toContain('warning /search 数据不在自己的表中，不能搜索记录')
})

it('leaves out what no record can be found by', () => {
  const searched = (text: string) => compileForm(soundDocument(text).document as FormDocument).search
  expect(searched(page(['name', 'code', 'name', 'gone']))).toEqual(['name'])
  expect(searched(page(['rent']))).toBeUndefined()
})
