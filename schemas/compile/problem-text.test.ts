import { describe, expect, it } from 'vitest'
import type { Problem } from './model.ts'
import { problemText } from './problem-text.ts'

const problem = (more: Partial<Problem>): Problem => ({
  severity: 'error',
  fatal: false,
  code: 'x',
  path: '/a',
  message: '字段 "nam" 不存在',
  line: 3,
  column: 7,
  ...more,
})

describe('a problem as a line', () => {
  it('begins with a place that terminals make a link of', () => {
    expect(problemText('a.json', problem({}))).toBe('a.json:3:7 error /a: 字段 "nam" 不存在')
    expect(problemText('a.json', problem({ path: '', line: undefined, column: undefined }))).toBe(
      'a.json:1:1 error: 字段 "nam" 不存在',
    )
  })

  it('says what was meant before it lists what is allowed', () => {
    const suggestion = '是否应为 "text"？'
    expect(problemText('a', problem({ suggestion }))).toMatch(/字段 "nam" 不存在 —— 是否应为 "text"？$/)
    expect(
      problemText('a', problem({ suggestion, message: '未知的控件 "txt"，应为 text、list 之一' })),
    ).toMatch(/未知的控件 "txt" —— 是否应为 "text"？（应为 text、list 之一）$/)
    expect(problemText('a', problem({ suggestion, message: '应为 text、list 之一' }))).toMatch(
      /: 是否应为 "text"？（应为 text、list 之一）$/,
    )
  })
})
