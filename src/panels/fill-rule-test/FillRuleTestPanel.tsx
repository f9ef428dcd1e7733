import { Alert, Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'

/** What was given, or why nothing was. */
type Outcome = { given: string } | { error: string }

/** Tries a fill rule with the data of a form; the number that it answers is not used up. */
export default function FillRuleTestPanel({ records, close }: PanelProps) {
  const { http } = useServices()
  const id = useId()
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { busy, save } = useSave()
  const { ruleCode = '', ruleName = '' } = records[0] ?? {}

  const handleTest = () => {
    const row = formDataOf(text)
    if (row === null) {
      setOutcome({ error: t('表单数据应为 JSON 对象，如 {"name":"展会"}') })
      return
    }
    save(
      async () => {
        const path = `/sys/fillRule/executeRuleByCode/${encodeURIComponent(String(ruleCode))}`
        setOutcome({ given: resultOf(await http.put<Envelope<string>>(path, row, { quiet: true })) })
      },
      (error) => setOutcome({ error: error.message }),
    )
  }

  return (
    <Form layout="vertical" onFinish={handleTest}>
      <Form.Item
        label={t('表单数据（规则：{ruleName}，可不填）', { ruleName: String(ruleName) })}
        htmlFor={id}
      >
        <Input.TextArea
          id={id}
          value={text}
          rows={3}
          placeholder={t('JSON 对象，如 {"name":"展会"}')}
          onChange={(event) => setText(event.target.value)}
        />
      </Form.Item>
      {outcome &&
        ('given' in outcome ? (
          <Alert type="success" title={t('生成的值：{given}', { given: outcome.given })} showIcon />
        ) : (
          <Alert type="error" title={outcome.error} showIcon />
        ))}
      <PanelFooter>
        <Button onClick={close}>{t('关闭')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('测试')}
        </Button>
      </PanelFooter>
    </Form>
  )
}

/** Null for what is not the JSON of an object. */
function formDataOf(text: string): Row | null {
  if (text.trim() === '') return {}
  try {
    const row: unknown = JSON.parse(text)
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Row) : null
  } catch {
    return null
  }
}
