import { Alert, Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { CheckRuleFailure } from '#schemas/api/check-rule.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { useServices } from '../../kit/services.ts'

/** What the rule said of a value. */
interface Verdict {
  fits: boolean
  text: string
}

/** Tries a value on a check rule as it is stored. */
export default function CheckRuleTestPanel({ records, close }: PanelProps) {
  const { http } = useServices()
  const id = useId()
  const [value, setValue] = useState('')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const { busy, save } = useSave()
  const { ruleCode = '', ruleName = '' } = records[0] ?? {}

  const handleTest = () =>
    save(
      async () => {
        const answer = await http.get<Envelope<CheckRuleFailure | null>>(
          '/sys/checkRule/checkByCode',
          // The wire has the value encoded twice; the client encodes it once.
          { ruleCode: String(ruleCode), value: encodeURIComponent(value) },
          { quiet: true },
        )
        setVerdict(verdictOf(answer))
      },
      (error) => setVerdict({ fits: false, text: error.message }),
    )

  return (
    <Form layout="vertical" onFinish={handleTest}>
      <Form.Item label={t('测试值（规则：{ruleName}）', { ruleName: String(ruleName) })} htmlFor={id}>
        <Input
          id={id}
          value={value}
          maxLength={2000}
          placeholder={t('请输入要检查的值')}
          onChange={(event) => {
            setValue(event.target.value)
            setVerdict(null)
          }}
        />
      </Form.Item>
      {verdict && <Alert type={verdict.fits ? 'success' : 'error'} title={verdict.text} showIcon />}
      <PanelFooter>
        <Button onClick={close}>{t('关闭')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('测试')}
        </Button>
      </PanelFooter>
    </Form>
  )
}

function verdictOf({ success, message, result }: Envelope<CheckRuleFailure | null>): Verdict {
  if (success) return { fits: true, text: t('校验通过') }
  if (!result) return { fits: false, text: message }
  const where =
    result.digits === '*'
      ? t('整个值')
      : t('第 {beginIndex} 至 {endIndex} 位“{checkValue}”', {
          beginIndex: result.beginIndex + 1,
          endIndex: result.endIndex,
          checkValue: result.checkValue,
        })
  return { fits: false, text: t('{where}不符合规则：{message}', { where, message }) }
}
