import { Button, Form, Input, Radio, Select, Space } from 'antd'
import type { RuleColumn } from '#schemas/api/permission.ts'
import type { DictOption } from '#schemas/page/form.ts'
import { t } from '#schemas/text/text.ts'

/** A data rule as the wire has it; `_version` goes back with a save. */
export interface DataRule {
  id?: string
  permissionId: string
  ruleName: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
  status: string
  _version?: number
}

interface Props {
  rule: DataRule
  columns: readonly RuleColumn[]
  words: readonly DictOption[]
  busy: boolean
  onCancel(): void
  onSave(rule: DataRule): void
}

/** A whole condition as JSON, which only menu documents write. */
const STRUCTURED = 'CONDITION'

/** One data rule: a field of the form behind the menu, a comparison, a value. */
export function RuleForm({ rule, columns, words, busy, onCancel, onSave }: Props) {
  const isStructured = rule.ruleConditions === STRUCTURED
  return (
    <Form<DataRule>
      layout="vertical"
      initialValues={rule}
      onFinish={(values) => onSave({ ...rule, ...values })}
      style={{ marginBottom: 16 }}
    >
      <Form.Item
        name="ruleName"
        label={t('规则名称')}
        rules={[{ required: true, message: t('请输入规则名称') }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      {isStructured ? null : (
        <>
          <Form.Item
            name="ruleColumn"
            label={t('规则字段')}
            rules={[{ required: true, message: t('请选择规则字段') }]}
          >
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={columns.map(({ name, title }) => ({ value: name, label: `${title}（${name}）` }))}
            />
          </Form.Item>
          <Form.Item name="ruleConditions" label={t('条件规则')}>
            <Select
              options={words
                .filter(({ value }) => value !== STRUCTURED)
                .map(({ value, text }) => ({ value: String(value), label: text }))}
            />
          </Form.Item>
          <Form.Item
            name="ruleValue"
            label={t('规则值')}
            extra={t(
              '可用 #{sys_user_code}、#{sys_org_code}、#{sys_date} 等变量；“在其中”的多个值用逗号分隔',
            )}
          >
            <Input maxLength={2000} />
          </Form.Item>
        </>
      )}
      <Form.Item name="status" label={t('状态')}>
        <Radio.Group
          options={[
            { value: '1', label: t('有效') },
            { value: '0', label: t('无效') },
          ]}
        />
      </Form.Item>
      <Space>
        <Button onClick={onCancel}>{t('取消')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('保存')}
        </Button>
      </Space>
    </Form>
  )
}
