import { Input } from 'antd'

interface Props {
  id?: string
  kind: string
  name: string
  /** Stored form; kept as it is until somebody changes it. */
  value: unknown
  disabled?: boolean
  onChange?(value: string): void
}

/** Stands for a kind that nobody registered: says which, and keeps the value visible and editable as text. */
export function UnknownWidget({ id, kind, name, value, disabled, onChange }: Props) {
  const text = value === null || value === undefined ? '' : String(value)
  return (
    <div className="expo-unknown-widget">
      <Input.TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 1, maxRows: 6 }}
        disabled={disabled}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <small role="note">
        控件“{kind}”尚未提供（字段 {name}），暂以文本显示
      </small>
    </div>
  )
}
