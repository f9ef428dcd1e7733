import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { QueryBar } from './QueryBar.tsx'

const company: FormDocument = {
  kind: 'form',
  code: 'company',
  title: '企业',
  schema: { type: 'object', properties: { name: { type: 'string', title: '企业名称', view: 'text' } } },
  list: { columns: ['name'], query: ['name'] },
}

it.each([false, true])('Enter searches for what was typed, also while the list loads: %s', async (busy) => {
  const handleSearch = vi.fn()
  const { query } = compileForm(company).list
  renderWith(
    testServices(createMemoryClient({ documents: [company] })),
    <QueryBar items={query} filter={{}} busy={busy} onSearch={handleSearch} onReset={() => {}} />,
  )
  await userEvent.setup().type(await screen.findByLabelText('企业名称'), '博览{Enter}')
  expect(handleSearch).toHaveBeenCalledExactlyOnceWith({ name: '博览' })
  expect(screen.getByRole('button', { name: /查询/ }).getAttribute('aria-busy')).toBe(String(busy))
})

it('has no more places in a row than the window has room for, whatever its dialog asks for', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const { query } = compileForm(company).list
  renderWith(
    testServices(createMemoryClient({ documents: [company] })),
    <QueryBar items={query} filter={{}} busy={false} places={3} onSearch={() => {}} onReset={() => {}} />,
  )
  await screen.findByLabelText('企业名称')
  const grid = document.querySelector<HTMLElement>('.expo-query-grid')
  expect(grid?.style.gridTemplateColumns).toBe('1fr')
  vi.unstubAllGlobals()
})
