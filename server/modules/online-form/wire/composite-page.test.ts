import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompositeDocument } from '#schemas/page/composite.ts'
import { createFormBench, type FormBench, formDocument, testSession } from '#tests/helpers/form-bench.ts'
import type { PageEntry } from '../../document/page-documents.ts'
import { compositePage } from './composite-page.ts'

const PAGE: CompositeDocument = {
  kind: 'page',
  code: 'c_page',
  title: '部门与人员',
  left: { form: 'c_depart', as: 'list' },
  right: [
    { form: 'c_person', as: 'list', link: { field: 'depart', from: 'id' } },
    { form: 'c_secret', as: 'list', link: { field: 'depart', from: 'id' } },
  ],
}
const entry: PageEntry = {
  code: 'c_page',
  document: PAGE,
  version: '1',
  place: 'c_page.page.json',
  problems: [{ severity: 'warning', fatal: false, code: 'file-name', path: '/code', message: 'm' }],
  outdated: false,
  shipped: false,
}

let bench: FormBench
beforeAll(async () => {
  bench = await createFormBench([
    formDocument('c_depart', { name: { type: 'string' } }),
    formDocument('c_person', { name: { type: 'string' }, depart: { type: 'string' } }),
    formDocument('c_secret', { depart: { type: 'string' } }),
  ])
})
afterAll(async () => bench?.close())

const dictionaries = { options: async () => [] }
const seenBy = (...permissions: string[]) =>
  compositePage(
    entry,
    testSession({ isAdmin: false, permissions: new Set(permissions) }),
    bench.documents,
    dictionaries,
  )

describe('a composite page as the user may see it', () => {
  it('goes without the parts that may not be listed, each of the others with its own rights', async () => {
    const page = await seenBy('online:c_depart:list', 'online:c_person:list', 'online:c_person:add')
    expect(page.document.right).toEqual([PAGE.right[0]])
    expect(Object.keys(page.forms)).toEqual(['c_depart', 'c_person'])
    expect(page.forms.c_depart?.access.actions).toEqual(['detail'])
    expect(page.forms.c_person?.access.actions).toEqual(['add', 'detail', 'copy'])
    // What is only a warning goes to those who design forms.
    expect(page.problems).toEqual([])
  })

  it('is refused without its left side, and another one when the rights are', async () => {
    await expect(seenBy('online:c_person:list')).rejects.toMatchObject({ status: 404 })
    const one = await seenBy('online:c_depart:list', 'online:c_person:list')
    const other = await seenBy('online:c_depart:list', 'online:c_person:list', 'online:c_person:add')
    expect(one.version).not.toBe(other.version)
  })
})
