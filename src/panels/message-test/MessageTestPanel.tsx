import { App, Button, Typography } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { fillTemplate, messageFault, templateValues } from '#schemas/rules/template-text.ts'
import { t, texts } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'
import { PanelFields } from '../PanelFields.tsx'

const FORM = texts(
  compileForm({
    kind: 'form',
    code: 'message_test',
    title: '发送测试',
    schema: {
      type: 'object',
      required: ['msgType', 'receiver'],
      properties: {
        msgType: {
          type: 'string',
          title: '发送方式',
          view: 'list',
          dict: [
            { value: '4', text: '系统消息' },
            { value: '2', text: '邮件' },
            { value: '1', text: '短信' },
          ],
        },
        receiver: {
          type: 'string',
          title: '接收人',
          description: '用户账号，邮件也可填邮箱，短信也可填手机号；多个以逗号分隔',
          view: 'text',
          maxLength: 1000,
        },
        testData: {
          type: 'string',
          title: '测试数据',
          view: 'textarea',
          options: { rows: 4 },
          maxLength: 2000,
        },
      },
    },
  }),
)
const VALIDATOR = createRowValidator(FORM)

/** Sends a template to somebody to try it: shows what it becomes with the test data, and names variables without a value. */
export default function MessageTestPanel({ records, done, close, setUnsaved }: PanelProps) {
  const { http } = useServices()
  const { message } = App.useApp()
  const template = records[0] ?? {}
  const first = String(template.templateTestJson ?? '')
  const [row, setRow] = useState<Row>({ msgType: '4', testData: first })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { busy, save } = useSave()
  useEffect(
    () => setUnsaved(Boolean(row.receiver) || row.testData !== first),
    [row.receiver, row.testData, first, setUnsaved],
  )
  const values = templateValues(String(row.testData ?? ''))
  const title = fillTemplate(String(template.templateName ?? ''), values ?? {})
  const content = fillTemplate(String(template.templateContent ?? ''), values ?? {})
  const dataFault = values === null ? t('应为 JSON 对象，例如 {"name":"张三"}') : messageFault(title, content)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = Object.fromEntries(VALIDATOR.validate(row).map((error) => [error.field, error.message]))
    if (dataFault !== null) found.testData = dataFault
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save(
      async () => {
        const body = { ...row, templateCode: template.templateCode }
        resultOf(await http.post<Envelope<null>>('/sys/message/sysMessageTemplate/sendMsg', body))
        message.success(t('发送消息任务添加成功！'))
        done()
      },
      (error) => setErrors({ receiver: error.message }),
    )
  }

  return (
    <form onSubmit={handleSubmit}>
      <PanelFields
        form={FORM}
        row={row}
        errors={errors}
        disabled={busy}
        onChange={(changes) => setRow((before) => ({ ...before, ...changes }))}
      />
      <Typography.Paragraph type="secondary">{t('内容预览')}</Typography.Paragraph>
      <Typography.Paragraph strong>{title.text}</Typography.Paragraph>
      <Typography.Paragraph style={{ whiteSpace: 'pre-wrap' }}>{content.text}</Typography.Paragraph>
      <PanelFooter>
        <Button onClick={close}>{t('取消')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('发送')}
        </Button>
      </PanelFooter>
    </form>
  )
}
