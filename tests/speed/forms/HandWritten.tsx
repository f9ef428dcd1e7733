import { Col, DatePicker, Form, Input, InputNumber, Row, Select, Switch } from 'antd'
import { type BenchKind, benchFields, CHOICES } from './fields.ts'

const choices = CHOICES.map(({ value, text }) => ({ value, label: text }))

function control(kind: BenchKind) {
  switch (kind) {
    case 'number':
      return <InputNumber style={{ width: '100%' }} />
    case 'list':
      return <Select options={choices} allowClear />
    case 'date':
      return <DatePicker style={{ width: '100%' }} />
    case 'switch':
      return <Switch />
    case 'textarea':
      return <Input.TextArea rows={3} />
    default:
      return <Input />
  }
}

/** The peer: the same form as a developer would write it by hand with antd. */
export function HandWritten({ count }: { count: number }) {
  return (
    <Form layout="vertical">
      <Row gutter={16}>
        {benchFields(count).map(({ name, title, kind, required }) => (
          <Col span={12} key={name}>
            <Form.Item
              name={name}
              label={title}
              valuePropName={kind === 'switch' ? 'checked' : 'value'}
              rules={[
                ...(required ? [{ required: true, message: `请输入${title}` }] : []),
                ...(kind === 'text' || kind === 'textarea'
                  ? [{ max: 200, message: `${title}最多200个字` }]
                  : []),
              ]}
            >
              {control(kind)}
            </Form.Item>
          </Col>
        ))}
      </Row>
    </Form>
  )
}
