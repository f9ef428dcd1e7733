import { Input } from 'antd'
import { nearMiss } from '#schemas/compile/check/near-miss.ts'
import { t } from '#schemas/text/text.ts'
import { isWidgetKind, widgetOptions } from '#schemas/widget/index.ts'
import type { WidgetControlProps } from './WidgetControl.tsx'

/** A kind that this build does not draw is told apart from a misspelt one, which is a mistake of the document. */
function complaint(kind: string): string {
  if (isWidgetKind(kind)) return t('控件“{kind}”尚未提供', { kind })
  const meant = nearMiss(kind, Object.keys(widgetOptions))
  return meant === null
    ? t('未知的控件“{kind}”', { kind })
    : t('未知的控件“{kind}”，是否应为“{meant}”？', { kind, meant })
}

/** Stands for a kind that is not registered: says which, and keeps the value visible and editable as text. */
export function UnknownWidget({ id, field, value, disabled, onChange }: WidgetControlProps) {
  const text = value === null || value === undefined ? '' : String(value)
  return (
    <div className="expo-unknown-widget">
      <Input.TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 1, maxRows: 6 }}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <small role="note">
        {t('{view}（字段 {name}），暂以文本显示', { view: complaint(field.view), name: field.name })}
      </small>
    </div>
  )
}
