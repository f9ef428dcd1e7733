import { expect, it } from 'vitest'
import { type ResultState, resultState } from './result-state.ts'

const own: ResultState = { status: 'success', title: '提交成功', description: '说明' }

it('a result page says what it was given, and its own words for the rest', () => {
  expect(resultState(null, own)).toBe(own)
  expect(resultState({ title: '已审批' }, own)).toEqual({ ...own, title: '已审批' })
  expect(resultState({ status: 'warning', title: 7, description: '' }, own)).toEqual({
    ...own,
    status: 'warning',
  })
  expect(resultState({ status: '<b>' }, own).status).toBe('success')
})
