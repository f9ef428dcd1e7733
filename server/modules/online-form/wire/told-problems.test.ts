import { expect, it } from 'vitest'
import type { Problem } from '#schemas/compile/model.ts'
import { testSession } from '#tests/helpers/form-bench.ts'
import { toldProblems } from './told-problems.ts'

const problem = (severity: Problem['severity'], message: string): Problem => ({
  severity,
  fatal: false,
  code: 'x',
  path: '/schema/properties/salary',
  message,
})
const PROBLEMS = [
  problem('error', '/srv/pages/a.form.json 与 /srv/pages/b.form.json 的编码相同'),
  problem('error', '字段 "salary" 不存在'),
  problem('warning', '未使用'),
]
const staff = testSession({ isAdmin: false })

it('those who design forms are told all that is wrong with a document', () => {
  const designer = testSession({ isAdmin: false, permissions: new Set(['online:form:design']) })
  expect(toldProblems(PROBLEMS, testSession())).toEqual(PROBLEMS)
  expect(toldProblems(PROBLEMS, designer)).toEqual(PROBLEMS)
})

it('others are told that something is wrong, without folders and names of fields', () => {
  const told = toldProblems(PROBLEMS, staff)
  expect(told).toMatchObject([{ severity: 'error', fatal: false, path: '' }])
  expect(JSON.stringify(told)).not.toMatch(/srv|salary/)
  expect(toldProblems(PROBLEMS.slice(2), staff)).toEqual([])
})
