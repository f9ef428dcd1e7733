import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderPage } from '#tests/helpers/render-page.tsx'

const property = (view: string, more: object = {}): Property =>
  ({ type: 'string', title: view, view, ...more }) as Property
const HALLS = { table: 'hall', value: 'id', text: 'name' }

/** Columns whose values stand for something else. */
const KINDS: Record<string, Property> = {
  list: property('list', { dict: 'hall' }),
  list_multi: property('list_multi', { dict: 'hall' }),
  sel_search: property('sel_search', { dict: HALLS }),
  sel_user: property('sel_user'),
  sel_depart: property('sel_depart'),
  sel_role: property('sel_role'),
  sel_position: property('sel_position'),
  sel_tree: property('sel_tree', { options: { table: 'node', text: 'name', code: 'id', pidField: 'pid' } }),
  cat_tree: property('cat_tree'),
  popup_dict: property('popup_dict', { options: { code: 'hall', value: 'id', text: 'name' } }),
  link_table: property('link_table', { options: { table: 'hall', value: 'id', text: 'name' } }),
}
const document: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位',
  schema: { type: 'object', properties: { no: property('text'), ...KINDS } },
  list: { columns: ['no', ...Object.keys(KINDS)], pageSize: 50 },
}
/** Rows as the server answers them: each value with its text. */
const rows = Array.from({ length: 50 }, (_, at): Row => {
  const row: Row = { id: `b${at}`, no: `NO-${at}` }
  for (const kind of Object.keys(KINDS)) {
    row[kind] = `v${at}`
    row[`${kind}_dictText`] = `text ${at}`
  }
  return row
})
const texts = rows.map((_, at) => ({ value: `v${at}`, text: `text ${at}` }))
const dicts = Object.fromEntries(
  compileForm(document).fields.flatMap(({ dictKey }) => (dictKey === null ? [] : [[dictKey, texts]])),
)

it('a list of 50 rows with pickers and dictionaries asks for its page and its rows, and nothing for a row', async () => {
  const client = createMemoryClient({ documents: [document], rows: { booth: rows }, dicts })
  renderPage(client, 'booth')
  const last = (await screen.findByText('NO-49')).closest('tr')
  expect(last?.textContent?.match(/text 49/g)).toHaveLength(Object.keys(KINDS).length)
  expect(client.calls.map(({ verb }) => verb).sort()).toEqual(['list', 'page'])
})
