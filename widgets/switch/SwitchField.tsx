import { Space, Switch } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import { onOffOptions } from '#schemas/widget/on-off.ts'
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
  const [on, off] = onOffOptions(options)
  const isOn = String(value ?? '') === String(on.value)
  const isUnknown = value !== null && !isOn && String(value) !== String(off.value)
  return (
    <Space>
      <Switch
        id={id}
        aria-label={field.title}
        checked={isOn}
        checkedChildren={on.text}
        unCheckedChildren={off.text}
        disabled={disabled}
        onChange={(checked) => onChange(checked ? on.value : off.value)}
      />
      {/* What is stored and is neither stays until the switch is used. */}
      {isUnknown ? <span>{String(value)}</span> : null}
    </Space>
  )
}
