import {
  Button,
  Checkbox,
  Col,
  ColorPicker,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Radio,
  Rate,
  Row,
  Select,
  Space,
  Switch,
  TimePicker,
} from 'antd'
import { type BenchForm, type BenchKind, benchFields, CHOICES } from './fields.ts'

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
    case 'radio':
      return <Radio.Group options={choices} />
    case 'checkbox':
      return <Checkbox.Group options={choices} />
    case 'list_multi':
      return <Select mode="multiple" options={choices} allowClear />
    case 'datetime':
      return <DatePicker showTime style={{ width: '100%' }} />
    case 'time':
      return <TimePicker style={{ width: '100%' }} />
    case 'password':
      return <Input.Password />
    case 'rate':
      return <Rate />
    case 'color':
      return (
        <Space.Compact block>
          <Input />
          <ColorPicker />
        </Space.Compact>
      )
    case 'tags':
      return <Input allowClear />
    case 'cron':
      return (
        <Space.Compact block>
          <Input />
          <Button>设置</Button>
        </Space.Compact>
      )
    default:
      return <Input />
  }
}

/** The peer: the same form as a developer would write it by hand with antd. */
export function HandWritten({ form }: { form: BenchForm }) {
  return (
    <Form layout="vertical">
      <Row gutter={16}>
        {benchFields(form).map(({ name, title, kind, required }) => (
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
