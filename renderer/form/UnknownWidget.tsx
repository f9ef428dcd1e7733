import { Input } from 'antd'
import { nearMiss } from '#schemas/compile/check/near-miss.ts'
import { isWidgetKind, PLANNED_KINDS, widgetOptions } from '#schemas/widget/index.ts'

/** A kind that is to come is not the mistake of whoever wrote the document; a misspelt one is. */
function complaint(kind: string): string {
  if (isWidgetKind(kind) || (PLANNED_KINDS as readonly string[]).includes(kind))
    return `控件“${kind}”尚未提供`
  const meant = nearMiss(kind, Object.keys(widgetOptions))
  return meant === null ? `未知的控件“${kind}”` : `未知的控件“${kind}”，是否应为“${meant}”？`
}

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
        {complaint(kind)}（字段 {name}），暂以文本显示
      </small>
    </div>
  )
}
