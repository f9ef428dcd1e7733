import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../../page/form.ts'
import type { PrintTemplate } from '../../page/print.ts'
import { soundDocument } from '../check-document.ts'
import { printSeen } from '../print-names.ts'

const badge: PrintTemplate = {
  code: 'badge',
  title: 'Badge',
  kind: 'record',
  blocks: [{ text: '#{name} #{sys_date}' }, { fields: ['name', { field: 'phone' }] }],
}
const check = (...prints: PrintTemplate[]) => {
  const text = { type: 'string' as const, title: 'Text', view: 'text' }
  const document: FormDocument = {
    kind: 'form',
    code: 'person',
    title: 'Person',
    schema: { type: 'object', properties: { name: text, phone: text } },
    subTables: [{ code: 'child', foreignKey: 'name', relation: 'many' }],
    prints,
  }
  const child: FormDocument = { ...document, code: 'child', prints: [], subTables: [] }
  const forms = new Map([['child', child]])
  const found = soundDocument(JSON.stringify(document, null, 1), { forms })
  const errors = found.problems.filter(({ severity }) => severity === 'error')
  return { paths: errors.map(({ path }) => path), left: found.document?.prints?.map(({ code }) => code) }
}

describe('templates of prints', () => {
  it('are kept where they name what there is', () => {
    expect(check(badge)).toEqual({ paths: [], left: ['badge'] })
  })

  it('name the key of the record in their texts, and nowhere else', () => {
    const keyed = { ...badge, footer: { left: '#{id}' }, blocks: [{ qr: '#{id}' }] }
    expect(check(keyed)).toEqual({ paths: [], left: ['badge'] })
    expect(check({ ...badge, blocks: [{ fields: ['id'] }] }).paths).toEqual(['/prints/0/blocks/0/fields/0'])
    expect(check({ ...badge, blocks: [{ qr: '#{ids}' }] }).paths).toEqual(['/prints/0/blocks/0/qr'])
  })

  it('are left out with the place of what there is not', () => {
    const wrong = { ...badge, code: 'b', footer: { left: '#{nam:amount}' } }
    expect(check(badge, wrong)).toEqual({ paths: ['/prints/1/footer/left'], left: ['badge'] })
    const field = { ...badge, blocks: [{ fields: ['name', { field: 'fax' }] }] }
    expect(check(field).paths).toEqual(['/prints/0/blocks/0/fields/1/field'])
    expect(check({ ...badge, blocks: [{ rows: 'nothing' }] }).paths).toEqual(['/prints/0/blocks/0/rows'])
    expect(check({ ...badge, kind: 'list' }).paths).toEqual(['/prints/0'])
    expect(check(badge, badge).paths).toEqual(['/prints/1/code'])
  })

  it('name columns that their sub table has', () => {
    const columns = ['phone', { field: 'fax', width: 20 }, 'nam']
    const known = { ...badge, blocks: [{ rows: 'child', columns: ['name', { field: 'phone' }] }] }
    const wrong = { ...badge, code: 'b', blocks: [{ rows: 'child', columns }] }
    expect(check(known, wrong)).toEqual({
      paths: ['/prints/1/blocks/0/columns/1/field', '/prints/1/blocks/0/columns/2'],
      left: ['badge'],
    })
  })

  it('have room for their labels', () => {
    const grid = (columns: number, rows: number, more = {}) =>
      check({ ...badge, labels: { columns, rows }, ...more }).paths
    expect(grid(3, 8)).toEqual([])
    expect(grid(20, 8)).toEqual([])
    expect(grid(20, 8, { margin: 60 })).toEqual(['/prints/0/labels'])
    expect(grid(3, 8, { paper: { width: 60, height: 80 } })).toEqual(['/prints/0/labels'])
    expect(grid(1, 1, { kind: 'list', columns: ['name'] })).toEqual(['/prints/0/labels'])
  })

  it('are left out where a value cannot be written or added up so', () => {
    const list: PrintTemplate = {
      ...badge,
      code: 'l',
      kind: 'list',
      columns: [{ field: 'name', total: 'sum' }],
    }
    expect(check(badge, list)).toEqual({ paths: ['/prints/1/columns/0/total'], left: ['badge'] })
    expect(check({ ...list, columns: [{ field: 'name', total: 'count' }] }).paths).toEqual([])
    expect(check({ ...badge, blocks: [{ text: '#{name:amout}' }] }).paths).toEqual([
      '/prints/0/blocks/0/text',
    ])
    expect(check({ ...badge, blocks: [{ text: '#{name:amount}' }] }).paths).toEqual([])
  })

  it('tell nothing of columns that a user may not see', () => {
    const seen = printSeen({ ...badge, header: { left: '#{phone:day}x' } }, (name) => name !== 'phone')
    expect(JSON.stringify(seen)).not.toContain('phone')
    expect(seen.blocks).toEqual([{ text: '#{name} #{sys_date}' }, { fields: ['name'] }])
  })
})
