import { completionStatus, currentCompletions, startCompletion } from '@codemirror/autocomplete'
import { language } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { CODE_MODES } from '#schemas/widget/code.ts'
import { renderFields } from '#tests/helpers/widget-bench.tsx'
import { loadLanguage } from './code-language.ts'

const code = (options: object = {}): Record<string, Property> => ({
  code: { type: 'string', title: '脚本', view: 'code', options } as Property,
})

async function editor(): Promise<EditorView> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: '脚本' }))
  if (!view) throw new Error('no editor')
  return view
}

it('knows the twelve languages of the specification [editor-06]', async () => {
  expect(CODE_MODES).toEqual(
    'css javascript html java objective-c python R shell SQL swift vue markdown'.split(' '),
  )
  for (const mode of CODE_MODES) expect(await loadLanguage(mode), mode).toBeTruthy()
  renderFields(code({ mode: 'SQL' }), { code: 'select 1' })
  const view = await editor()
  await waitFor(() => expect(view.state.facet(language)?.name).toBe('sql'))
})

it('indents by two spaces with Tab, and stores what is written [editor-05]', async () => {
  const { store, user } = renderFields(code(), { code: 'a' })
  const view = await editor()
  expect(view.state.tabSize).toBe(2)
  await waitFor(() => expect(view.state.facet(language)?.name).toBe('typescript'))
  view.focus()
  await user.keyboard('{Tab}')
  await waitFor(() => expect(store.row().code).toBe('  a'))
})

it('offers the names that its host gives', async () => {
  renderFields(code({ mode: 'SQL', words: ['expo_name', 'expo_date'] }), { code: 'expo' })
  const view = await editor()
  view.focus()
  view.dispatch({ selection: { anchor: 4 } })
  startCompletion(view)
  await waitFor(() => expect(completionStatus(view.state)).toBe('active'))
  expect(currentCompletions(view.state).map(({ label }) => label)).toEqual(
    expect.arrayContaining(['expo_date', 'expo_name']),
  )
})

it('fills the screen and comes back, by its button and by Esc [editor-07]', async () => {
  const { user } = renderFields(code(), { code: 'a' })
  const view = await editor()
  const box = view.dom.closest('.expo-editor')
  await user.click(screen.getByRole('button', { name: '全屏' }))
  expect(box?.className).toContain('is-full')
  await user.click(screen.getByRole('button', { name: '退出全屏' }))
  expect(box?.className).not.toContain('is-full')
  await user.click(screen.getByRole('button', { name: '全屏' }))
  await user.keyboard('{Escape}')
  expect(box?.className).not.toContain('is-full')
})
