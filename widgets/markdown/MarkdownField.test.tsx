import { EditorView } from '@codemirror/view'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DetailView } from '#renderer/form/DetailView.tsx'
import { checkDocument } from '#schemas/compile/check-document.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { benchDocument, clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'
import { markdown } from './index.ts'

const guide = (options: object = {}): Record<string, Property> => ({
  guide: { type: 'string', title: '须知', view: 'markdown', options } as Property,
})

/** The editor once it stands. */
async function editor(): Promise<EditorView> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: '须知' }))
  if (!view) throw new Error('no editor')
  return view
}
const write = (view: EditorView, text: string) =>
  view.dispatch({ changes: { from: view.state.doc.length, insert: text }, userEvent: 'input.type' })

it('is 300 px high unless its document says otherwise, 200 at least, and speaks Chinese [editor-01, editor-02, editor-03]', async () => {
  renderFields({
    ...guide(),
    low: { type: 'string', title: '备忘', view: 'markdown', options: { height: 200 } },
  })
  await editor()
  const heights = [...document.querySelectorAll<HTMLElement>('.expo-editor')].map((box) =>
    box.style.getPropertyValue('--expo-editor-height'),
  )
  expect(heights).toEqual(['300px', '200px'])
  const tools = within(screen.getByRole('toolbar', { name: '须知的工具' })).getAllByRole('button')
  expect(tools.map((tool) => tool.getAttribute('aria-label'))).toEqual(
    expect.arrayContaining(['加粗', '无序列表', '表格', '撤销', '预览', '全屏']),
  )
  expect(
    checkDocument(benchDocument(guide({ height: 199 })))
      .map(({ message }) => message)
      .join(),
  ).toContain('200')
})

it('stores what is written, and nothing as null; what is not touched stays as it was [widget-26]', async () => {
  const { store } = renderFields(guide(), { guide: '一\r\n二' })
  const view = await editor()
  expect(store.row().guide).toBe('一\r\n二')
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '# 新' } })
  expect(store.row().guide).toBe('# 新')
  store.set('guide', '来自别处')
  await waitFor(() => expect(view.state.doc.toString()).toBe('来自别处'))
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '' } })
  expect(store.row().guide).toBeNull()
})

it('puts signs around what is chosen and takes them away again, at lines too, and undoes it', async () => {
  const { store, user } = renderFields(guide())
  const view = await editor()
  const tools = within(screen.getByRole('toolbar', { name: '须知的工具' }))
  write(view, '入场')
  view.dispatch({ selection: { anchor: 0, head: 2 } })
  await user.click(tools.getByRole('button', { name: '加粗' }))
  expect(store.row().guide).toBe('**入场**')
  await user.click(tools.getByRole('button', { name: '加粗' }))
  expect(store.row().guide).toBe('入场')
  await user.click(tools.getByRole('button', { name: '有序列表' }))
  await user.click(tools.getByRole('button', { name: '标题' }))
  expect(store.row().guide).toBe('## 入场')
  await user.click(tools.getByRole('button', { name: '撤销' }))
  expect(store.row().guide).toBe('1. 入场')
})

it('shows beside the text what details show, without what could run', async () => {
  const text =
    '**重点**\n\n| a |\n| - |\n| 1 |\n\n<img src=x onerror=alert(1)><script>alert(1)</script>[x](javascript:alert(1))'
  const { user } = renderFields(guide(), { guide: text })
  await editor()
  await user.click(screen.getByRole('button', { name: '预览' }))
  const preview = await screen.findByRole('region', { name: '预览' })
  await waitFor(() => expect(preview.querySelector('table')).toBeTruthy())
  const shown = preview.querySelector('.expo-rich-text')?.innerHTML
  expect(preview.querySelector('strong')?.textContent).toBe('重点')
  expect(preview.querySelector('script, img, [onerror], [href^="javascript"]')).toBeNull()

  const form = compileForm(benchDocument(guide()))
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <DetailView form={form} row={{ guide: text }} />,
  )
  const detail = await waitFor(() => {
    const found = document.querySelector('dd .expo-rich-text table')?.closest('.expo-rich-text')
    if (!found) throw new Error('not drawn')
    return found
  })
  expect(detail.innerHTML).toBe(shown)
})

it('takes pictures that are chosen, pasted and dropped, at the cursor, and shows them beside it [editor-09]', async () => {
  const client = clientWith(createMemoryClient({ documents: [] }), {
    upload: async (_form, _field, file) => {
      const { name } = file as File
      return {
        path: `temp/${name}`,
        name,
        size: file.size,
        type: file.type,
        url: `/sys/common/static/temp/${name}?sign=s`,
      }
    },
  })
  const { store, user } = renderFields(guide(), { guide: '前后' }, client)
  const view = await editor()
  const png = (name: string) => new File(['png'], name, { type: 'image/png' })
  view.dispatch({ selection: { anchor: 1 } })
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"][name="file"]')
  if (!chooser) throw new Error('no chooser')
  fireEvent.change(chooser, { target: { files: [png('a.png')] } })
  await waitFor(() => expect(store.row().guide).toBe('前![a.png](/sys/common/static/temp/a.png)后'))
  fireEvent.paste(view.contentDOM, { clipboardData: { files: [png('b.png')], types: ['Files'] } })
  await waitFor(() => expect(store.row().guide).toContain(')![b.png](/sys/common/static/temp/b.png)后'))
  fireEvent.drop(view.contentDOM, { dataTransfer: { files: [png('c.png')], types: ['Files'] } })
  await waitFor(() => expect(store.row().guide).toContain('![c.png](/sys/common/static/temp/c.png)后'))

  await user.click(screen.getByRole('button', { name: '预览' }))
  const preview = await screen.findByRole('region', { name: '预览' })
  await waitFor(() =>
    expect([...preview.querySelectorAll('img')].map((one) => one.getAttribute('src'))[0]).toBe(
      '/sys/common/static/temp/a.png?sign=s',
    ),
  )
})

it('reads as one line of words in a list', () => {
  expect(markdown.display?.('# 标题\n\n**重点**', {}, null)).toBe('标题 重点')
})
