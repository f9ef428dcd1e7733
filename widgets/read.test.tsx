import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PageDictsContext } from '#renderer/data/page-dicts.ts'
import { ReadValue, RendererProvider } from '#renderer/index.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { testServices } from '#tests/helpers/render-page.tsx'
import { benchDocument } from '#tests/helpers/widget-bench.tsx'

const LEVELS = [
  { value: '1', text: '战略', color: 'red' },
  { value: '2', text: '普通' },
]

function read(property: Property, value: unknown, text?: string): HTMLElement {
  const [field] = compileForm(benchDocument({ f: property })).fields
  if (!field) throw new Error('no field')
  const row = { f: value, ...(text === undefined ? {} : { f_dictText: text }) }
  return render(
    <RendererProvider services={testServices(createMemoryClient({ documents: [] }))}>
      <PageDictsContext value={{ level: LEVELS }}>
        <ReadValue field={field} row={row} />
      </PageDictsContext>
    </RendererProvider>,
  ).container
}

it('draws a choice in the colour of its dictionary, and one without a colour as text', () => {
  const level: Property = { type: 'string', title: '级别', view: 'list', dict: 'level' }
  expect(read(level, '1', '战略').querySelector('.ant-tag')?.textContent).toBe('战略')
  const plain = read(level, '2', '普通')
  expect(plain.querySelector('.ant-tag')).toBeNull()
  expect(plain.textContent).toBe('普通')
})

it('draws each of several choices by itself', () => {
  const levels: Property = { type: 'string', title: '级别', view: 'checkbox', dict: LEVELS }
  const drawn = read(levels, '1,2', '战略,普通')
  expect([...drawn.querySelectorAll('.ant-tag')].map((tag) => tag.textContent)).toEqual(['战略'])
  expect(drawn.textContent).toContain('普通')
  // What the dictionary does not know is read as it came.
  expect(read(levels, '1,9', '战略,9').textContent).toBe('战略，9')
})

it('parts the thousands of a number, unless the document says that it is none to count', () => {
  const amount: Property = {
    type: 'number',
    title: '金额',
    view: 'number',
    options: { precision: 2, unit: '元' },
  }
  expect(read(amount, 1234567.5).textContent).toBe('1,234,567.50 元')
  const year: Property = { type: 'integer', title: '年份', view: 'number', options: { separators: false } }
  expect(read(year, 2026).textContent).toBe('2026')
})

it.each(['text', 'number', 'list', 'date', 'switch', 'sel_user', 'unheard_of'])(
  'says - where a %s has no value',
  (view) => {
    expect(read({ type: 'string', title: '空', view } as Property, null).textContent).toBe('-')
  },
)
