import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage } from '#tests/helpers/render-page.tsx'
import { RequestError } from '../data/data-client.ts'

const company: FormDocument = {
  kind: 'form',
  code: 'company',
  title: '企业',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', title: '名称', view: 'text' } },
  },
  subTables: [
    { code: 'invoice', foreignKey: 'company_id', relation: 'one', title: '开票信息' },
    { code: 'contact', foreignKey: 'company_id', relation: 'many' },
  ],
}
const contact: FormDocument = {
  kind: 'form',
  code: 'contact',
  title: '联系人',
  schema: {
    type: 'object',
    required: ['name', 'company_id'],
    properties: {
      name: { type: 'string', title: '姓名', view: 'text' },
      company_id: { type: 'string', title: '企业', view: 'text' },
    },
  },
}
const invoice: FormDocument = {
  kind: 'form',
  code: 'invoice',
  title: '发票',
  schema: {
    type: 'object',
    required: ['tax_no', 'company_id'],
    properties: {
      tax_no: { type: 'string', title: '税号', view: 'text', maxLength: 6 },
      bank: { type: 'string', title: '开户行', view: 'text' },
      company_id: { type: 'string', title: '企业', view: 'text' },
    },
  },
}

function begin(documents = [company, contact, invoice]) {
  const client = createMemoryClient({
    documents,
    rows: {
      company: [
        { id: 'a', name: '博览公司' },
        { id: 'b', name: '会展公司' },
      ],
      contact: [
        { id: 'c1', company_id: 'a', name: '张三' },
        { id: 'c2', company_id: 'a', name: '李四' },
      ],
      invoice: [{ id: 'i1', company_id: 'a', tax_no: 'T1', bank: '工行' }],
    },
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'company')
  return { client, user }
}

const control = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const closed = () => waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())

async function openEdit(name: string, documents?: FormDocument[]) {
  const begun = begin(documents)
  const row = (await screen.findByText(name)).closest('tr') as HTMLElement
  await begun.user.click(button('编辑', row))
  await control('税号')
  return begun
}

beforeAll(async () => {
  await Promise.all([import('./FormDialog.tsx'), import('./SubTables.tsx'), import('../grid/index.ts')])
})

describe('the sub tables of a form', () => {
  it('are tabs: a form for one row, without the column that points to the main record', async () => {
    await openEdit('博览公司')
    expect((await control('税号')).value).toBe('T1')
    const tabs = [...document.querySelectorAll('.ant-drawer .ant-tabs-tab')].map((tab) => tab.textContent)
    expect(tabs).toEqual(['开票信息', '联系人'])
    expect(screen.queryByLabelText('企业')).toBeNull()
  })

  it('are sent only where something was changed', async () => {
    const { client, user } = await openEdit('博览公司')
    await user.type(await control('名称'), '一')
    await user.click(button('保存'))
    await closed()
    expect(Object.keys(client.asked('save')[0]?.[1] as Row)).not.toContain('contact')
    expect(Object.keys(client.asked('save')[0]?.[1] as Row)).not.toContain('invoice')
    expect(client.rows('contact')).toHaveLength(2)
  })

  it('save the changed single row with the record', async () => {
    const { client, user } = await openEdit('博览公司')
    await user.type(await control('税号'), '9')
    await user.click(button('保存'))
    await closed()
    expect(client.asked('save')[0]?.[1]).toMatchObject({ invoice: [{ id: 'i1', tax_no: 'T19' }] })
    expect(client.rows('invoice')).toMatchObject([{ tax_no: 'T19', company_id: 'a' }])
  })

  it('do not ask for a single row that was not there and was not begun', async () => {
    const { client, user } = await openEdit('会展公司')
    await user.type(await control('名称'), '一')
    await user.click(button('保存'))
    await closed()
    expect(client.rows('invoice')).toHaveLength(1)
  })

  it('count their errors at their tab and hold the record back', async () => {
    const { client, user } = await openEdit('会展公司')
    await user.type(await control('开户行'), '农行')
    await user.click(button('保存'))
    expect(await screen.findByText('请输入税号')).toBeTruthy()
    expect(screen.getByLabelText('1 处错误').closest('.ant-tabs-tab')?.textContent).toContain('开票信息')
    expect(client.asked('save')).toEqual([])
    await user.type(await control('税号'), 'T2')
    expect(screen.queryByLabelText('1 处错误')).toBeNull()
  })

  it('are judged after the main form, and the first tab with a mistake is opened [gridval-26, gridval-27]', async () => {
    const { client, user } = await openEdit('会展公司')
    const tab = (name: RegExp) => screen.getByRole('tab', { name })
    await user.type(await control('开户行'), '农行')
    await user.clear(await control('名称'))
    await user.click(tab(/联系人/))
    expect(tab(/联系人/).getAttribute('aria-selected')).toBe('true')
    await user.click(button('保存'))
    // Both are judged; the main form comes first.
    expect(await screen.findByText('有 2 处填写不正确，请检查')).toBeTruthy()
    await waitFor(async () => expect(document.activeElement).toBe(await control('名称')))
    expect(tab(/联系人/).getAttribute('aria-selected')).toBe('true')
    await user.type(await control('名称'), '会展')
    await user.click(tab(/联系人/))
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
    await waitFor(() => expect(tab(/开票信息/).getAttribute('aria-selected')).toBe('true'))
    await waitFor(async () => expect(document.activeElement).toBe(await control('税号')))
    expect(client.asked('save')).toEqual([])
  })

  it('report which tab the first mistake stands in [gridval-28]', async () => {
    const { user } = await openEdit('会展公司')
    await user.type(await control('开户行'), '农行')
    await user.click(button('保存'))
    expect(await screen.findByText('子表「开票信息」（第 1 个页签）填写不正确，共 1 处，请检查')).toBeTruthy()
  })

  it('are asked about where a rule closed what was changed in their one row', async () => {
    const then = { readonly: ['bank'] }
    const closes = { if: { field: 'tax_no', rule: 'eq' as const, val: 'T19' }, then }
    const { client, user } = await openEdit('博览公司', [company, contact, { ...invoice, rules: [closes] }])
    await user.type(await control('开户行'), '二')
    await user.type(await control('税号'), '9')
    await user.click(button('保存'))
    expect(await screen.findByText(/表单的规则关闭了：开票信息 \/ 开户行。/)).toBeTruthy()
    expect(client.asked('save')).toEqual([])
    await user.click(button('继续保存'))
    await closed()
    expect(client.asked('save')).toHaveLength(1)
  })

  it('show what the server refused', async () => {
    const { client, user } = await openEdit('博览公司')
    await user.type(await control('税号'), '9')
    client.failNext(
      'save',
      new RequestError('数据不正确', 200, {
        errors: [{ subTable: 'invoice', row: 0, field: 'tax_no', message: '税号已停用' }],
      }),
    )
    await user.click(button('保存'))
    expect(await screen.findByText('税号已停用')).toBeTruthy()
  })

  it('are asked about when the dialog is closed', async () => {
    const { user } = await openEdit('博览公司')
    await user.type(await control('税号'), '9')
    await user.click(button('取消'))
    expect(await screen.findByText('您输入的内容还没有保存。')).toBeTruthy()
  })

  it('are part of a conflict: what only the other side changed is taken over', async () => {
    const { client, user } = await openEdit('博览公司')
    await user.type(await control('税号'), '9')
    const saved = { _version: 2, name: '新博览', update_by: 'lisi', update_by_dictText: '李四' }
    Object.assign(client.rows('company')[0] as Row, saved)
    await user.click(button('保存'))
    const title = await screen.findByText('记录已被他人修改')
    const box = title.closest('.ant-modal') as HTMLElement
    expect(within(box).getByText('开票信息')).toBeTruthy()
    expect(within(box).getByText(/^李四 于 /)).toBeTruthy()
    await user.click(button('按所选内容保存'))
    await closed()
    expect(client.rows('company')[0]).toMatchObject({ name: '新博览' })
    expect(client.rows('invoice')).toMatchObject([{ tax_no: 'T19' }])
    expect(client.rows('contact')).toHaveLength(2)
  })
})

describe('the sub tables of a record to read', () => {
  it('are a table for many rows and texts for one', async () => {
    const { user } = begin()
    const row = (await screen.findByText('博览公司')).closest('tr') as HTMLElement
    await user.click(button('更多', row))
    await user.click(await screen.findByText('详情', { selector: '.ant-dropdown-menu-title-content' }))
    expect(await screen.findByText('工行')).toBeTruthy()
    await user.click(screen.getByText('联系人'))
    expect(await screen.findByText('李四')).toBeTruthy()
  })
})
