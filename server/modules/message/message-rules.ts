import { fillTemplate, templateFault, templateValues } from '#schemas/rules/template-text.ts'
import { type Behaviour, Refused } from '../online-form/index.ts'
import { CHANNELS, findReceivers, receiverFault } from './receivers.ts'

const KNOWN_CHANNELS: readonly string[] = Object.values(CHANNELS)
/** Sent, or given up. */
const FAILED = '2'
const TEXT = ['esTitle', 'esContent'] as const

/**
 * Messages have a channel and receivers that can be reached; one that failed and is changed waits to be sent again, and one
 * with another text goes to all of its receivers.
 */
export const messageRules: Behaviour = {
  name: 'messages',
  forms: ['sys_message'],
  async prepare(drafts, { client, session }) {
    for (const { row, stored } of drafts) {
      const type = String(row.esType ?? '')
      if (type !== '' && !KNOWN_CHANNELS.includes(type))
        throw refusal('esType', '没有这种消息的发送通道，请选择短信、邮件或系统消息')
      const isAddressed =
        stored === null || stored.esReceiver !== row.esReceiver || stored.esType !== row.esType
      const receivers = String(row.esReceiver ?? '')
      if (!isAddressed || receivers === '' || type === '') continue
      const found = await findReceivers(client, { type, tenantId: session.tenantId, receivers })
      const fault = receiverFault(type, found)
      if (fault) throw refusal('esReceiver', fault)
      if (stored?.esSendStatus === FAILED) Object.assign(row, { esSendStatus: '0', esSendNum: 0 })
    }
  },
  async after(changes, { client }) {
    const changed = changes.flatMap(({ before, after }) =>
      before && after && TEXT.some((name) => before[name] !== after[name]) ? [after.id] : [],
    )
    if (changed.length > 0)
      await client.query("update platform.sys_message set delivered = '{}' where id = any($1::text[])", [
        changed,
      ])
  },
}

/** Templates use the variables that their test data declares, where they declare any. */
export const templateRules: Behaviour = {
  name: 'message templates',
  forms: ['sys_message_template'],
  async prepare(drafts) {
    for (const { row } of drafts) {
      const json = String(row.templateTestJson ?? '')
      const values = templateValues(json)
      if (values === null) throw refusal('templateTestJson', '测试数据应为 JSON 对象，例如 {"name":"张三"}')
      const filled = fillTemplate(String(row.templateContent ?? ''), values)
      const fault = templateFault(json.trim() === '' ? { ...filled, unknown: [] } : filled)
      if (fault) throw refusal('templateContent', fault)
    }
  },
}

function refusal(field: string, message: string): Refused {
  return new Refused([{ field, message }])
}
