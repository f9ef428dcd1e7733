import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ReadValue, RendererProvider, RequestError } from '#renderer/index.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { UNKNOWN_VALUES } from '#schemas/compile/unknown-values.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { testServices } from '#tests/helpers/render-page.tsx'
import { BENCH, benchDocument, renderFields } from '#tests/helpers/widget-bench.tsx'

const property = (view: string, more: object = {}): Property =>
  ({ type: 'string', title: view, view, ...more }) as Property
const HALLS = { table: 'hall', value: 'id', text: 'name' }
const TREE = { table: 'node', text: 'name', code: 'id', pidField: 'pid' }

/** Every kind that stores what stands for something else. */
const KINDS: Record<string, Property> = {
  list: property('list', { dict: [{ value: 'a', text: '甲' }] }),
  list_multi: property('list_multi', { dict: [{ value: 'a', text: '甲' }] }),
  radio: property('radio', { dict: [{ value: 'a', text: '甲' }] }),
  checkbox: property('checkbox', { dict: [{ value: 'a', text: '甲' }] }),
  sel_search: property('sel_search', { dict: HALLS }),
  sel_user: property('sel_user', { options: { multiSelect: false } }),
  sel_depart: property('sel_depart', { options: { multiSelect: false } }),
  sel_role: property('sel_role', { options: { multiSelect: false } }),
  sel_position: property('sel_position', { options: { multiSelect: false } }),
  sel_tree: property('sel_tree', { options: TREE }),
  cat_tree: property('cat_tree'),
  popup_dict: property('popup_dict', { options: { code: 'hall', value: 'id', text: 'name' } }),
  link_table: property('link_table', { options: { table: 'hall', value: 'id', text: 'name' } }),
}
/** How many of several values are drawn depends on the width of the control, which is none here. */
const SEVERAL = 'list_multi'
const TOLD = 'u9：已不存在，或您无权查看'

it.each(Object.entries(KINDS).filter(([kind]) => kind !== SEVERAL))(
  'a value of %s that nothing has any more stays in its field and says so',
  async (kind, one) => {
    const { store } = renderFields({ [kind]: one }, { [kind]: 'u9' }, createMemoryClient({ documents: [] }))
    const mark = await screen.findByTitle(TOLD)
    expect(mark.textContent).toBe('u9 已失效')
    expect(store.row()[kind]).toBe('u9')
  },
)

it.each(Object.entries(KINDS))('and so it does where a %s is read', (kind, one) => {
  const [field] = compileForm(benchDocument({ [kind]: one })).fields
  if (!field) throw new Error('no field')
  const read = (more: object) =>
    render(
      <RendererProvider services={testServices(createMemoryClient({ documents: [] }))}>
        <ReadValue field={field} row={{ [kind]: 'u9', [`${kind}_dictText`]: 'u9', ...more }} cards={false} />
      </RendererProvider>,
    ).container
  expect(read({ [UNKNOWN_VALUES]: { [kind]: ['u9'] } }).textContent).toBe('u9 已失效')
  expect(screen.getByTitle(TOLD)).toBeTruthy()
  // A name may be its own key, and what was said of another value counts no more.
  expect(read({}).textContent).toBe('u9')
  expect(read({ [UNKNOWN_VALUES]: { [kind]: ['other'] } }).textContent).toBe('u9')
})

it('says nothing of a value whose text could not be asked for, nor of a name that is its own key', async () => {
  const client = createMemoryClient({
    documents: [],
    dicts: { [`${BENCH}.same`]: [{ value: 'A01', text: 'A01' }] },
  })
  client.failNext('labels', new RequestError('网络超时', 500))
  renderFields({ refused: KINDS.sel_search as Property }, { refused: 'u9' }, client)
  expect(await screen.findByText('u9')).toBeTruthy()
  renderFields({ same: KINDS.sel_search as Property }, { same: 'A01' }, client)
  await waitFor(() => expect(client.asked('labels')).toHaveLength(2))
  expect(await screen.findByText('A01')).toBeTruthy()
  expect(screen.queryByText('已失效')).toBeNull()
})
