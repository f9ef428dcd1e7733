import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'

/** Rows that every picker finds its columns in. */
const ROWS: Row[] = Array.from({ length: 3 }, (_, at) => ({
  id: `k${at}`,
  username: `k${at}`,
  realname: `名${at}`,
  roleCode: `k${at}`,
  roleName: `名${at}`,
  code: `c${at}`,
  name: `名${at}`,
}))
const GOODS: FormDocument = {
  kind: 'form',
  code: 'goods',
  title: '商品',
  schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
  list: { columns: ['name'], query: [{ field: 'name', mode: 'like' }] },
}
const TREE = { table: 'goods', text: 'name', code: 'id', pidField: 'pid' }
const ROWS_OF_GOODS = { code: 'goods', value: 'id', text: 'name' }

/** Options of a picker of several, and of one. */
const KINDS: readonly (readonly [string, object, object])[] = [
  ['sel_user', { multiSelect: true }, { multiSelect: false }],
  ['sel_depart', { multiSelect: true }, { multiSelect: false }],
  ['sel_role', { multiSelect: true }, { multiSelect: false }],
  ['sel_position', { multiSelect: true }, { multiSelect: false }],
  ['popup_dict', { ...ROWS_OF_GOODS, popupMulti: true }, ROWS_OF_GOODS],
  ['sel_tree', { ...TREE, multiSelect: true }, TREE],
  ['cat_tree', { multiSelect: true }, {}],
]
/** Those whose dialog has rows. */
const WITH_ROWS = ['sel_user', 'sel_role', 'sel_position', 'popup_dict']

function source() {
  const calls: string[] = []
  const count =
    <A extends unknown[], T>(verb: string, answer: (...args: A) => T) =>
    async (...args: A): Promise<T> => {
      calls.push(verb)
      return answer(...args)
    }
  const memory = createMemoryClient({ documents: [GOODS] })
  const names = new Map(ROWS.map(({ id, name }) => [String(id), String(name)]))
  const client = clientWith(memory, {
    options: count('options', () => [...names].map(([value, text]) => ({ value, text }))),
    // Asked for names, a source answers the key of what it does not know.
    labels: count('labels', (_source, values) =>
      values.map((value) => ({ value, text: names.get(value) ?? value })),
    ),
    list: count('list', () => pageOf(ROWS, ROWS.length, 1, 10)),
    tree: count('tree', () =>
      ROWS.map(({ id, name }) => ({ key: String(id), value: String(id), title: String(name), isLeaf: true })),
    ),
  })
  return { client, calls }
}
const field = (view: string, options: object): Record<string, Property> => ({
  f: { type: 'string', title: '字段', view, options } as Property,
})

describe('every picker', () => {
  it.each(KINDS)(
    '%s shows what is gone as itself, and lets it be taken away',
    async (view, _several, one) => {
      const { client } = source()
      const { store, user } = renderFields(field(view, one), { f: 'gone' }, client)
      expect(await screen.findByText('gone')).toBeTruthy()
      const clear = document.querySelector('.ant-select-clear')
      if (!clear) throw new Error('nothing to empty it with')
      await user.click(clear)
      expect(store.row().f).toBeNull()
    },
  )

  it.each(KINDS)('%s asks once for the names of 300 choices, and for nothing else', async (view, several) => {
    const { client, calls } = source()
    const value = Array.from({ length: 300 }, (_, at) => `k${at}`).join(',')
    renderFields(field(view, several), { f: value }, client)
    await screen.findByRole('combobox', { name: '字段' })
    await waitFor(() => expect(calls).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve))
    expect(calls).toHaveLength(1)
  })

  it.each(KINDS.filter(([view]) => WITH_ROWS.includes(view)))(
    '%s is opened, chosen in and confirmed by keyboard',
    async (view, several) => {
      const { client } = source()
      const { store, user } = renderFields(field(view, several), {}, client)
      const button = await screen.findByRole('button', { name: '选择字段' })
      button.focus()
      await user.keyboard('{Enter}')
      await screen.findByRole('dialog')
      const boxes = () => document.querySelectorAll<HTMLInputElement>('.ant-table-row .ant-checkbox-input')
      await waitFor(() => expect(boxes().length).toBeGreaterThan(1))
      // The search may come after the rows, and takes the keyboard over.
      const search = '[role="dialog"] form input, [role="dialog"] .expo-pick-search input'
      await waitFor(() => expect(document.activeElement?.matches(search)).toBe(true))
      for (const at of [0, 1]) {
        const box = () => boxes()[at]
        await user.keyboard('{ArrowDown}')
        expect(document.activeElement).toBe(box())
        await user.keyboard(' ')
        await waitFor(() => expect(box()?.checked).toBe(true))
      }
      await user.keyboard('{Control>}{Enter}{/Control}')
      expect(store.row().f).toBe('k0,k1')
      await waitFor(() => expect(document.activeElement).toBe(button))
    },
  )
})
