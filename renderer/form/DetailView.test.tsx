import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { checkDocument } from '#schemas/compile/check-document.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { DetailView } from './DetailView.tsx'

const document: FormDocument = {
  kind: 'form',
  code: 'post',
  title: '职务',
  schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
}
const services = () => testServices(createMemoryClient({ documents: [document] }))

const AT = '2026-01-02 03:04:05'
it.each([
  ['account, where no name came', {}, { create_by: 'li', create_time: AT }, 'li'],
  ['name', {}, { create_by: 'li', create_by_dictText: '李四', create_time: AT }, '李四'],
  [
    'name, by the names of its store',
    { store: { table: 'sys_position' } },
    { createBy: 'li', createBy_dictText: '李四', createTime: AT },
    '李四',
  ],
])('says who made a record and when: the %s', async (_, store, stamps, person) => {
  const form = compileForm({ ...document, ...store })
  renderWith(services(), <DetailView form={form} row={{ id: '1', name: '经理', ...stamps }} />)
  expect(await screen.findByText(new RegExp(`创建：${person} ${AT}`))).toBeTruthy()
})

it('has no line for what never leaves the server', async () => {
  const { schema } = document
  const secret = { type: 'string', title: '登录密码', view: 'password' } as const
  const form = compileForm({
    ...document,
    schema: { ...schema, properties: { ...schema.properties, secret } },
  })
  renderWith(services(), <DetailView form={form} row={{ id: '1', name: '经理' }} />)
  expect(await screen.findByText('经理')).toBeTruthy()
  expect(screen.queryByText('登录密码')).toBeNull()
})

it('shows the further levels of a linked dropdown behind the first', async () => {
  const form = compileForm({
    ...document,
    schema: {
      type: 'object',
      properties: {
        kind: {
          type: 'string',
          title: '大类',
          view: 'link_down',
          options: {
            table: 'post',
            txt: 'name',
            key: 'id',
            idField: 'id',
            pidField: 'pid',
            linkField: 'sub_kind',
          },
        },
        name: { type: 'string', title: '名称', view: 'text' },
        sub_kind: { type: 'string', title: '小类', view: 'text', form: false },
      },
    },
  })
  const row = {
    id: '1',
    name: '经理',
    kind: 'a',
    kind_dictText: '机械',
    sub_kind: 'b',
    sub_kind_dictText: '农机',
  }
  renderWith(services(), <DetailView form={form} row={row} />)
  expect(await screen.findByText('农机')).toBeTruthy()
  expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual(['大类', '小类', '名称'])
})

it.each([
  [undefined, '3'],
  [1, '1'],
  [2, '2'],
  [4, '4'],
] as const)(
  'stands in as many columns as the document says (%s) [detail-05, detail-06]',
  async (detailColumns, columns) => {
    const layout = detailColumns ? { layout: { detailColumns } } : {}
    const form = compileForm({ ...document, ...layout })
    renderWith(services(), <DetailView form={form} row={{ id: '1', name: '经理' }} />)
    const list = (await screen.findByText('经理')).closest<HTMLElement>('.expo-detail-grid')
    expect(getComputedStyle(list as HTMLElement).getPropertyValue('--expo-detail-columns')).toBe(columns)
  },
)

it.each([0, 5])('has no %i columns [detail-05]', (detailColumns) => {
  const problems = checkDocument(JSON.stringify({ ...document, layout: { detailColumns } }))
  expect(problems.some(({ path }) => path === '/layout/detailColumns')).toBe(true)
})
