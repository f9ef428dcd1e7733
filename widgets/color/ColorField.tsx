import { BgColorsOutlined } from '@ant-design/icons'
import { AutoComplete, Button, ColorPicker, Input, Space } from 'antd'
import type { FieldProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import { type ColorOptions, TAG_COLORS } from '#schemas/widget/color.ts'
import { ColorPatch } from './ColorPatch.tsx'
import { ReadColor } from './ReadColor.tsx'

const COLOR = /^#[0-9a-f]{6}$/i

/** A colour that is typed, taken from those offered first, or mixed. */
export default function ColorField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<ColorOptions, string>) {
  const { presets = [], names = false } = options
  const offered = [...presets, ...(names ? TAG_COLORS : [])]
  return (
    <Space.Compact style={{ width: '100%' }}>
      <AutoComplete
        id={id}
        aria-label={field.title}
        style={{ width: '100%' }}
        value={value}
        options={offered.map((one) => ({ value: one, label: <ReadColor value={one} />, title: one }))}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        onChange={(next: string) => onChange(next)}
      >
        <Input placeholder={names ? 'green / #1677ff' : '#rrggbb'} prefix={<ColorPatch color={value} />} />
      </AutoComplete>
      <ColorPicker
        // Nothing would be a colour that is seen through.
        value={COLOR.test(value) ? value : '#ffffff'}
        disabledAlpha
        disabled={disabled}
        {...(presets.length > 0 ? { presets: [{ label: t('常用颜色'), colors: presets }] } : {})}
        onChangeComplete={(color) => onChange(color.toHexString())}
      >
        <Button
          icon={<BgColorsOutlined />}
          aria-label={t('选择{title}', { title: field.title })}
          disabled={disabled}
        />
      </ColorPicker>
    </Space.Compact>
  )
}
