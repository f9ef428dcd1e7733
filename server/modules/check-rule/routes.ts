import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { ok, refused } from '#schemas/api/envelope.ts'
import type { Connections } from '../../database/connection.ts'
import { linearPattern } from '../online-form/linear-pattern.ts'

interface Part {
  digits: string
  pattern: string
  message: string
}
/** A value longer than this fits no code. */
const MAX_VALUE = 2000

const query = Type.Object({
  ruleCode: Type.String({ minLength: 1, maxLength: 100 }),
  value: Type.String({ maxLength: 4 * MAX_VALUE }),
})

/** Checks a value against a kept rule: parts that take so many characters each, or `*` for the whole. */
export function registerCheckRule(app: FastifyInstance, { read }: Pick<Connections, 'read'>): void {
  app.get<{ Querystring: { ruleCode: string; value: string } }>(
    '/sys/checkRule/checkByCode',
    { schema: { querystring: query }, config: { access: 'signedIn' } },
    async (request) => {
      const { ruleCode } = request.query
      const rule = await read
        .selectFrom('sys_check_rule')
        .select('rule_json')
        .where('rule_code', '=', clean(ruleCode))
        .executeTakeFirst()
      if (!rule) return refused('该编码不存在')
      const value = decoded(request.query.value).slice(0, MAX_VALUE)
      const failed = firstFailure(partsOf(rule.rule_json), value)
      return failed ? { ...refused(failed.message), result: failed } : ok(null)
    },
  )
}

/** The first part of a rule that a value does not fit; null when it fits. */
export function firstFailure(parts: readonly Part[], value: string) {
  let at = 0
  for (const { digits, pattern, message } of parts) {
    const whole = digits === '*'
    const length = whole ? value.length : Number(digits)
    const beginIndex = whole ? 0 : at
    const endIndex = beginIndex + length
    const checkValue = value.slice(beginIndex, endIndex)
    if (!whole) at = endIndex
    if (!fits(pattern, checkValue))
      return { digits, pattern, message, beginIndex, endIndex, checkValue, passed: false as const }
  }
  return null
}

function fits(pattern: string, value: string): boolean {
  try {
    return linearPattern(`^(?:${pattern})$`)(value)
  } catch {
    // A rule that no engine understands refuses: it was made to keep something out.
    return false
  }
}

function partsOf(text: string): Part[] {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) ? (parts as Part[]) : []
  } catch {
    return []
  }
}

/** The wire encodes the value twice; the framework undid one. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function clean(text: string): string {
  return text.replaceAll('\0', '')
}
