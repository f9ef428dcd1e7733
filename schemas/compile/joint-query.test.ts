import { expect, it } from 'vitest'
import type { FormDocument, Property } from '../page/form.ts'
import { compileForm } from './compile-form.ts'
import { listFilters } from './joint-query.ts'

const text = (title: string, more: Partial<Property> = {}): Property => ({
  type: 'string',
  title,
  view: 'text',
  ...more,
})
const form = (code: string, properties: Record<string, Property>, more: Partial<FormDocument> = {}) =>
  compileForm({ kind: 'form', code, title: code, schema: { type: 'object', properties }, ...more })

const guest = form('guest', {
  fair_id: text('Fair'),
  name: text('Name'),
  day: text('Day', { view: 'date', format: 'date' }),
  pin: text('Pin', { view: 'password' }),
})
const query: NonNullable<FormDocument['list']>['query'] = [
  'guest@day',
  { field: 'name', mode: 'single' },
  'guest@name',
  { field: 'guest@day', title: 'Twice' },
  { field: 'guest@pin' },
  'guest@fair_id',
  'guest@none',
  'other@name',
]
const fair = form(
  'fair',
  { name: text('Name') },
  {
    subTables: [{ code: 'guest', foreignKey: 'fair_id', relation: 'many', title: 'Guests' }],
    list: { query },
  },
)

it('puts the filters of sub tables among those of the list, once each, with names that tell them apart', () => {
  const filters = listFilters(fair, (code) => (code === 'guest' ? guest : null))
  expect(filters.map(({ field, title, mode }) => [field.name, title, mode])).toEqual([
    ['guest@day', 'Day', 'group'],
    ['name', 'Name', 'single'],
    ['guest@name', 'Guests/Name', 'like'],
  ])
  expect(listFilters(fair, () => null).map(({ field }) => field.name)).toEqual(['name'])
  expect(listFilters(guest, () => null)).toBe(guest.list.query)
})
