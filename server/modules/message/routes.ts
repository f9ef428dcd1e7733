import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { sendMessageBody } from '#schemas/api/message.ts'
import { fillTemplate, messageFault, templateValues } from '#schemas/rules/template-text.ts'
import { badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import {
  contextOf,
  firstMessage,
  type OnlineFormParts,
  usableForm,
  wireRoutes,
} from '../online-form/index.ts'
import { templateCalled } from './store.ts'

const TEMPLATE = 'sys_message_template'
const MESSAGE = 'sys_message'
const BASE = '/sys/message/sysMessageTemplate'
/** Longest values of variables that are noted with the message. */
const MAX_PARAM = 2000

/** The wire's calls for messages and templates. */
export function registerOutgoingMessages(
  app: FastifyInstance,
  {
    forms,
    readPool,
  }: {
    forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports'>
    readPool: Pool
  },
): void {
  wireRoutes(app, '/sys/message/sysMessage', { document: MESSAGE }, forms)
  wireRoutes(app, BASE, { document: TEMPLATE }, forms)

  route(
    app,
    'POST',
    `${BASE}/sendMsg`,
    { access: { action: 'send', form: TEMPLATE }, body: sendMessageBody, answer: nothing },
    async (request) => {
      const { session, body } = request
      const template = await templateCalled(readPool, session, body.templateCode)
      if (!template) return refused(`消息模板“${body.templateCode}”不存在`)
      if (template.useStatus !== '1') return refused(`消息模板“${body.templateCode}”已停用`)
      const values = valuesOf(body.testData)
      const title = fillTemplate(template.templateName, values)
      const content = fillTemplate(template.templateContent, values)
      const fault = messageFault(title, content)
      if (fault) return refused(fault)
      const { form } = usableForm(forms.documents, MESSAGE)
      const row = {
        esTitle: title.text,
        esType: body.msgType,
        esReceiver: body.receiver,
        esContent: content.text,
      }
      const answer = await forms.writer.insert(form, row, contextOf(request))
      if (!answer.saved) return refused(firstMessage(form, answer.errors))
      return ok(null, '发送消息任务添加成功！')
    },
  )
}

function valuesOf(testData: unknown): Record<string, unknown> {
  const json = typeof testData === 'string' ? testData : JSON.stringify(testData ?? {})
  const values = json.length > MAX_PARAM ? null : templateValues(json)
  if (!values) throw badRequest('测试数据应为 JSON 对象，例如 {"name":"张三"}')
  return values
}
