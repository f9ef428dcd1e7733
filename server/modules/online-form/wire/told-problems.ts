import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import type { Problem } from '#schemas/compile/model.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'

/**
 * What is wrong with a document, as a user is told: all of it to those who design forms. Others learn only that something is wrong:
 * sentences name folders of the server, and fields that they may not see.
 */
export function toldProblems(problems: readonly Problem[], session: Session): Problem[] {
  if (may(session, 'use', { permission: FORM_DESIGN }).allowed) return [...problems]
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return []
  return [
    {
      severity: 'error',
      fatal: errors.some(({ fatal }) => fatal),
      code: 'document',
      path: '',
      message: '部分内容可能无法使用，请联系管理员检查该页面的文档',
    },
  ]
}
