import { fireEvent, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { RenderForm } from '#renderer/form/RenderForm.tsx'
import { createFormStore, type FormStore } from '#renderer/form/store.ts'
import type { DataClient } from '#renderer/index.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient, type MemoryClient } from './memory-client.ts'
import { renderWith, testServices } from './render-page.tsx'

/** Code of the form that widgets are tried in; their sources are `bench.<field>`. */
export const BENCH = 'bench'

/** A form of the given properties. */
export function benchDocument(properties: Record<string, Property>, code = BENCH): FormDocument {
  return {
    kind: 'form',
    code,
    title: code,
    schema: { type: 'object', properties },
    list: { columns: Object.keys(properties) },
  }
}

/** Draws the fields in a form over the record, as a user would meet them. */
export function renderFields(
  properties: Record<string, Property>,
  row: Row = {},
  client: DataClient = createMemoryClient({ documents: [] }),
): { store: FormStore; user: ReturnType<typeof userEvent.setup>; client: DataClient } {
  const store = createFormStore(compileForm(benchDocument(properties)), row)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  renderWith(testServices(client), <RenderForm store={store} />)
  return { store, user, client }
}

/** A memory client with some verbs replaced. */
export function clientWith(memory: MemoryClient, verbs: Partial<DataClient>): MemoryClient {
  return { ...memory, ...verbs }
}

/** Enter with the key code that list boxes read; the simulated keyboard sends none. */
export function pressEnter(control: Element): void {
  fireEvent.keyDown(control, { key: 'Enter', keyCode: 13, which: 13 })
}

/** Opens the size changer of the dialog's pager, reads its sizes and leaves the first. */
export async function pageSizes(user: ReturnType<typeof userEvent.setup>): Promise<(string | null)[]> {
  const changer = document.querySelector('.ant-modal .ant-pagination-options-size-changer input')
  if (!changer) throw new Error('no size changer')
  await user.click(changer)
  const sizes = [...document.querySelectorAll('.ant-select-dropdown [title$="条/页"]')]
  const texts = sizes.map(({ textContent }) => textContent)
  if (sizes[0]) await user.click(sizes[0])
  return texts
}

/** Queries within one field, without its drop-downs, which stand elsewhere in the page. */
export function inField(name: string) {
  const box = document.querySelector<HTMLElement>(`[data-field="${name}"]`)
  if (!box) throw new Error(`no field ${name}`)
  return within(box)
}
