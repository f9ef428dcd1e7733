import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { expectConsole } from '#tests/helpers/quiet-console.ts'
import { button, renderWith, renderWithRights, testServices } from '#tests/helpers/render-page.tsx'
import { createRegistry } from '../widget/registry.ts'
import { defineWidget, type FieldProps } from '../widget/widget.ts'
import { RenderForm } from './RenderForm.tsx'
import { createFormStore, type FormStore } from './store.ts'

const codec = {
  parse: (stored: unknown) => String(stored ?? ''),
  store: (value: string) => value || null,
}
const draws = vi.fn<(name: string) => void>()
/** A field that counts how often it is drawn. */
function CountingField({ id, field, value, disabled, onChange }: FieldProps<unknown, string>) {
  draws(field.name)
  return (
    <input id={id} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
  )
}
/** A field that cannot be drawn until it is mended. */
const mended = { yes: false }
function BrokenField({ id }: FieldProps<unknown, string>) {
  const [fine] = useState(() => mended.yes)
  if (!fine) throw new Error('broken on purpose')
  return <input id={id} />
}
interface OfPage {
  store: FormStore
  page: { show(form: CompiledForm): void }
}
/** A form whose page shows it in another language later. */
function Translated({ store, page }: OfPage) {
  const [form, setForm] = useState(store.form)
  useEffect(() => {
    page.show = setForm
  }, [page])
  return <RenderForm store={store} form={form} />
}
const registry = createRegistry([
  defineWidget({ kind: 'text', codec, field: CountingField }),
  defineWidget({ kind: 'password', codec, field: BrokenField }),
])
const services = testServices(createMemoryClient({ documents: [] }), { registry })

const form = (properties: Record<string, Property>, more: Partial<FormDocument> = {}) =>
  compileForm({
    kind: 'form',
    code: 'f',
    title: '表',
    schema: { type: 'object', required: ['a', 'c'], properties },
    ...more,
  })
const text = (title: string): Property => ({ type: 'string', title, view: 'text' })
const FIVE = { a: text('甲'), b: text('乙'), c: text('丙'), d: text('丁'), e: text('戊') }

/** A form that is asked for its field e by a button. */
function AskedForE({ store }: { store: FormStore }) {
  const [reveal, setReveal] = useState<{ field: string } | null>(null)
  return (
    <>
      <button type="button" onClick={() => setReveal({ field: 'e' })}>
        show
      </button>
      <RenderForm store={store} reveal={reveal} />
    </>
  )
}

describe('a form', () => {
  it('draws one field for one keystroke', async () => {
    const store = createFormStore(form(FIVE), {})
    renderWith(services, <RenderForm store={store} />)
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('乙'))
    draws.mockClear()
    await user.keyboard('x')
    expect(draws.mock.calls).toEqual([['b']])
    await user.keyboard('yz')
    expect(draws.mock.calls).toEqual([['b'], ['b'], ['b']])
    expect(store.row()).toEqual({ b: 'xyz' })
  })

  it('goes on in another language with what was typed, and says in it what is wrong', async () => {
    const store = createFormStore(form(FIVE), {})
    const other = form({ ...FIVE, a: text('First'), b: text('Second') })
    const page = { show: (_: CompiledForm) => {} }
    renderWith(services, <Translated store={store} page={page} />)
    await userEvent.type(screen.getByLabelText('乙'), 'typed')
    act(() => {
      store.validate()
      store.setError('d', '服务器拒绝')
    })
    expect(screen.getByText('请输入甲')).toBeTruthy()
    act(() => page.show(other))
    expect(screen.getByLabelText<HTMLInputElement>('Second').value).toBe('typed')
    expect(screen.getByText('请输入First')).toBeTruthy()
    expect(screen.getByText('服务器拒绝')).toBeTruthy()
    expect(store.row()).toEqual({ b: 'typed' })
  })

  it('draws 300 fields with one drawn again for a keystroke', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, text(`字段${at}`)]))
    const store = createFormStore(form(many, { schema: { type: 'object', properties: many } }), {})
    renderWith(services, <RenderForm store={store} />)
    expect(document.querySelectorAll('.expo-form-grid')).toHaveLength(300 / 12)
    draws.mockClear()
    act(() => store.set('f150', 'x'))
    expect(draws.mock.calls).toEqual([['f150']])
  })

  it('loses only the field whose widget is broken, says which, and tries again', async () => {
    expectConsole(/broken on purpose/, /widget password of p failed/)
    const store = createFormStore(form({ a: text('甲'), p: { ...text('密码'), view: 'password' } }), {
      a: 'x',
    })
    renderWith(services, <RenderForm store={store} />)
    expect(screen.getByText('控件 password（字段 p）无法显示')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('甲').value).toBe('x')
    mended.yes = true
    await userEvent.click(button('重试'))
    expect(screen.getByLabelText('密码').tagName).toBe('INPUT')
    vi.restoreAllMocks()
  })

  it('has no field, heading or error for what the rights take away, and keeps what was typed [perm-13]', async () => {
    const document = { layout: { groups: [{ title: '联系方式', fields: ['c', 'd'] }] } }
    const store = createFormStore(form(FIVE, document), {})
    const { take } = renderWithRights(services, { f: ['e'] }, <RenderForm store={store} />)
    expect(screen.queryByLabelText('戊')).toBeNull()
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('丁'), 'x')
    await user.type(screen.getByLabelText('甲'), 'y')
    take({ f: ['c', 'd'] })
    expect(screen.queryByLabelText('丙')).toBeNull()
    expect(screen.queryByText('联系方式')).toBeNull()
    expect(screen.getByLabelText('戊')).toBeTruthy()
    // 丙 is required, and could not be filled in.
    expect(store.validate()).toEqual([])
    take({})
    expect(screen.getByLabelText<HTMLInputElement>('丁').value).toBe('x')
    expect(screen.getByLabelText<HTMLInputElement>('甲').value).toBe('y')
    expect(store.validate()).toHaveLength(1)
  })

  it('stands in as many columns as the document says, in groups with headings', () => {
    const store = createFormStore(
      form(FIVE, {
        layout: { columns: 3, groups: [{ title: '联系方式', fields: ['d', 'e'] }] },
      }),
      {},
    )
    const { container } = renderWith(services, <RenderForm store={store} />)
    expect(
      container.querySelector<HTMLElement>('.expo-form')?.style.getPropertyValue('--expo-form-columns'),
    ).toBe('3')
    const [first, second] = [...container.querySelectorAll('.expo-form-group')]
    const labels = (group: Element | undefined) =>
      [...(group?.querySelectorAll('label') ?? [])].map((label) => label.textContent)
    expect(labels(first)).toEqual(['甲', '乙', '丙'])
    expect(second?.querySelector('h3')?.textContent).toBe('联系方式')
    expect(labels(second)).toEqual(['丁', '戊'])
  })

  it('shows its groups as steps: each is judged before the next, and a mistake elsewhere opens its step', async () => {
    const layout = {
      steps: true,
      groups: [
        { title: '第一', fields: ['c', 'd'] },
        { title: '第二', fields: ['e'] },
      ],
    }
    const store = createFormStore(form(FIVE, { layout }), { a: 'x', b: 'y' })
    const view = renderWith(services, <AskedForE store={store} />)
    const user = userEvent.setup()
    const shown = () =>
      view.container.querySelector('.expo-form-step:not([hidden])')?.getAttribute('aria-label')
    // Fields that stand in no group are the first step.
    expect(shown()).toBe('基本信息')
    expect(screen.getByRole('status').textContent).toBe('第 1 步，共 3 步：基本信息')
    expect(screen.queryByRole('button', { name: '上一步' })).toBeNull()
    await user.click(button('下一步'))
    expect(shown()).toBe('第一')
    // 丙 is required; what stands in later steps is not judged yet.
    await user.click(button('下一步'))
    expect(shown()).toBe('第一')
    expect([...store.errors().keys()]).toEqual(['c'])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('丙')))
    await user.type(screen.getByLabelText('丙'), '3')
    await user.click(button('下一步'))
    expect(shown()).toBe('第二')
    expect(screen.queryByRole('button', { name: '下一步' })).toBeNull()
    await user.click(button('上一步'))
    expect(screen.getByLabelText<HTMLInputElement>('丙').value).toBe('3')
    await user.click(button('show'))
    expect(shown()).toBe('第二')
  })

  it('counts errors at its tabs and opens the tab of the field that is asked for', () => {
    const store = createFormStore(
      form(FIVE, {
        layout: {
          groups: [
            { title: '基本', fields: ['a', 'b'], tab: true },
            { title: '其他', fields: ['c', 'd', 'e'], tab: true },
          ],
        },
      }),
      { a: 'x' },
    )
    const view = renderWith(services, <RenderForm store={store} />)
    const shown = () => view.container.querySelector('.ant-tabs-tab-active')?.textContent
    expect(shown()).toBe('基本')
    act(() => {
      store.validate()
    })
    expect(screen.getByLabelText('1 处错误').closest('.ant-tabs-tab')?.textContent).toBe('其他1')
    view.unmount()
    renderWith(services, <RenderForm store={store} reveal={{ field: 'c' }} />)
    expect(document.querySelector('.ant-tabs-tab-active')?.textContent).toContain('其他')
  })

  it('locks every field while it is saved', () => {
    const store = createFormStore(form(FIVE), {})
    renderWith(services, <RenderForm store={store} disabled />)
    expect(screen.getByLabelText<HTMLInputElement>('甲').disabled).toBe(true)
  })
})
