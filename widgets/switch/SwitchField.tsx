import { Space, Switch } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import type { SwitchOptions } from '#schemas/widget/switch.ts'

/** A switch with its two texts. */
export default function SwitchField({
  id,
  field,
  value,
  options,
  disabled,
  onChange,
}: FieldProps<SwitchOptions, string | number | null>) {
  const [on, off] = options.values ?? (['Y', 'N'] as const)
  const [onText, offText] = options.texts ?? (['是', '否'] as const)
  const isOn = String(value ?? '') === String(on)
  const isUnknown = value !== null && !isOn && String(value) !== String(off)
  return (
    <Space>
      <Switch
        id={id}
        aria-label={field.title}
        checked={isOn}
        checkedChildren={onText}
        unCheckedChildren={offText}
        disabled={disabled}
        onChange={(checked) => onChange(checked ? on : off)}
      />
      {/* What is stored and is neither stays until the switch is used. */}
      {isUnknown ? <span>{String(value)}</span> : null}
    </Space>
  )
}
