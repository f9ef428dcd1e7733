import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { checkRuleFailure, checkRuleQuery } from '#schemas/api/check-rule.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import type { Connections } from '../../database/connection.ts'
import { route } from '../../http/route.ts'
import { firstFailure, partsOf } from './check-value.ts'
import { ruleText } from './store.ts'

/** A value longer than this fits no code. */
const MAX_VALUE = 2000

/** Checks a value against a kept rule: parts that take so many characters each, or `*` for the whole. */
export function registerCheckRule(app: FastifyInstance, { read }: Pick<Connections, 'read'>): void {
  route(
    app,
    'GET',
    '/sys/checkRule/checkByCode',
    { access: 'signedIn', query: checkRuleQuery, answer: nothing, refusal: checkRuleFailure },
    async (request) => {
      const rule = await ruleText(read, request.query.ruleCode)
      if (rule === null) return refused('该编码不存在')
      const value = decoded(request.query.value).slice(0, MAX_VALUE)
      const parts = partsOf(rule)
      if (!parts) return refused('编码校验规则有误，请联系管理员')
      const failed = firstFailure(parts, value)
      return failed ? refused(failed.message, 500, failed) : ok(null)
    },
  )
}

/** The wire encodes the value twice; the framework undid one. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
