import { readFileSync } from 'node:fs'
import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { RenderForm } from '#renderer/form/RenderForm.tsx'
import { createFormStore } from '#renderer/form/store.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { benchDocument } from '#tests/helpers/widget-bench.tsx'
import { widgets } from './index.ts'

interface Column {
  name: string
  property: Property
  value: unknown
}

const kinds = Object.values(widgets)
  .filter(({ field, kind }) => field && kind !== 'hidden')
  .map(({ kind }) => kind)
// The cross that empties an input is drawn for all, and hidden where it may not be pressed.
const CONTROLS =
  'input, textarea, button:not(.ant-input-clear-icon-hidden), [role="switch"], ul[role="radiogroup"]'
const isLocked = (control: Element) =>
  (control as HTMLInputElement).disabled || control.getAttribute('aria-disabled') === 'true'

it.each(kinds)('a disabled %s lets nothing be changed [perm-20]', async (kind) => {
  const { columns } = JSON.parse(readFileSync(`widgets/${kind}/example.json`, 'utf8')) as {
    columns: Column[]
  }
  const properties = Object.fromEntries(columns.map(({ name, property }) => [name, property]))
  const row = Object.fromEntries(columns.map(({ name, value }) => [name, value]))
  const form = compileForm(benchDocument(properties))
  const store = createFormStore(form, row)
  renderWith(testServices(createMemoryClient({ documents: [] })), <RenderForm store={store} disabled />)
  const boxes = await waitFor(() => {
    const found = [...document.querySelectorAll('[data-field]')].map((box) => [
      ...box.querySelectorAll(CONTROLS),
    ])
    // Fields are loaded when they are first shown.
    expect(found).toHaveLength(columns.length)
    expect(document.querySelector('.ant-skeleton, .ant-skeleton-element')).toBeNull()
    expect(found.flat().length).toBeGreaterThan(0)
    return found
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  for (const control of boxes.flat()) {
    expect(isLocked(control), control.outerHTML).toBe(true)
    await user.click(control)
    await user.keyboard('x')
  }
  expect(store.row()).toEqual(row)
  expect(document.querySelector('[role="dialog"], .ant-select-dropdown, .ant-picker-dropdown')).toBeNull()
})
