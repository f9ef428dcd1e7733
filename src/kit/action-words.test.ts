import { expect, it } from 'vitest'
import { actionWords } from './action-words.ts'

it('says what an operation did in words, also of several records', () => {
  const of = (action: string, undoes: string | null = null) =>
    actionWords({ action, undoes, actionTitle: null })
  expect(of('batch_edit')).toBe('批量编辑')
  expect(of('undo', 'batch_edit')).toBe('撤销“批量编辑”')
})
