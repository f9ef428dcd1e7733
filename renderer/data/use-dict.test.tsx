import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { testServices } from '#tests/helpers/render-page.tsx'
import { RendererProvider } from '../widget/renderer-context.tsx'
import { PageDictsContext } from './page-dicts.ts'
import { useDict } from './use-dict.ts'

const [field] = compileForm({
  kind: 'form',
  code: 'visitor',
  title: '访客',
  schema: {
    type: 'object',
    properties: { sex: { type: 'string', title: '性别', view: 'list', dict: 'sex' } },
  },
}).fields
const SEX = [
  { value: '1', text: '男' },
  { value: '2', text: '女' },
]

function ask(onPage: Record<string, typeof SEX>) {
  const client = createMemoryClient({ documents: [], dicts: { sex: SEX } })
  const services = testServices(client)
  if (!field) throw new Error('no field')
  const { result } = renderHook(() => useDict(field), {
    wrapper: ({ children }) => (
      <RendererProvider services={services}>
        <PageDictsContext value={onPage}>{children}</PageDictsContext>
      </RendererProvider>
    ),
  })
  return { client, result }
}

it('asks for the dictionary of a field by its code, once [formwidget-12]', async () => {
  const { client, result } = ask({})
  await waitFor(() => expect(result.current.options).toEqual(SEX))
  expect(client.asked('options')).toEqual([['sex', { pageSize: 501 }]])
})

it('asks for nothing that came with the page', () => {
  const { client, result } = ask({ sex: SEX })
  expect(result.current.options).toEqual(SEX)
  expect(client.calls).toEqual([])
})
