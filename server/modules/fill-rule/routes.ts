import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import {
  fillRuleBatchBody,
  fillRulePreview,
  fillRulePreviews,
  fillRuleTestQuery,
} from '#schemas/api/fill-rule.ts'
import { recordBody } from '#schemas/api/question.ts'
import type { Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { FillRules } from './fill-rules.ts'

const SIGNED_IN = { access: 'signedIn' } as const
/** Previews of serial numbers; the number itself is given when the record is saved. */
export function registerFillRule(app: FastifyInstance, rules: FillRules): void {
  route(
    app,
    'PUT',
    '/sys/fillRule/executeRuleByCode/:ruleCode',
    { ...SIGNED_IN, readsOnly: true, body: recordBody, answer: fillRulePreview },
    async (request) => ok(await rules.preview(request.params.ruleCode, rowOf(request.body), request.session)),
  )
  route(
    app,
    'GET',
    '/sys/fillRule/testFillRule',
    { access: { action: 'list', form: 'sys_fill_rule' }, query: fillRuleTestQuery, answer: fillRulePreview },
    async ({ session, query }) => ok(await rules.preview(query.ruleCode, {}, session)),
  )
  route(
    app,
    'PUT',
    '/sys/fillRule/executeRuleByCodeBatch',
    { ...SIGNED_IN, readsOnly: true, body: fillRuleBatchBody, answer: fillRulePreviews },
    async (request) => {
      const common = rowOf(request.body.commonFormData)
      return ok(
        await Promise.all(
          request.body.rules.map(async ({ ruleCode, formData }) => ({
            ruleCode,
            result: await rules.preview(ruleCode, { ...common, ...rowOf(formData) }, request.session),
          })),
        ),
      )
    },
  )
}

function rowOf(body: unknown): Row {
  if (body === null || body === undefined) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw badRequest('数据格式不正确')
  return body as Row
}
