import type { FastifyInstance } from 'fastify'
import { ok } from '#schemas/api/envelope.ts'
import { type FillRuleBatchBody, fillRuleBatchBody } from '#schemas/api/fill-rule.ts'
import type { Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import type { FillRules } from './fill-rules.ts'

const SIGNED_IN = { access: 'signedIn' } as const
/** Previews of serial numbers; the number itself is given when the record is saved. */
export function registerFillRule(app: FastifyInstance, rules: FillRules): void {
  app.put<{ Params: { ruleCode: string }; Body: unknown }>(
    '/sys/fillRule/executeRuleByCode/:ruleCode',
    { config: SIGNED_IN },
    async (request) => ok(await rules.preview(request.params.ruleCode, rowOf(request.body), request.session)),
  )
  app.put<{ Body: FillRuleBatchBody }>(
    '/sys/fillRule/executeRuleByCodeBatch',
    { schema: { body: fillRuleBatchBody }, config: SIGNED_IN },
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
