import { Switch } from 'antd'
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
  return (
    <Switch
      id={id}
      aria-label={field.title}
      checked={String(value ?? '') === String(on)}
      checkedChildren={onText}
      unCheckedChildren={offText}
      disabled={disabled}
      onChange={(checked) => onChange(checked ? on : off)}
    />
  )
}
