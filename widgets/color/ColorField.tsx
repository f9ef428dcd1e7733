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
  const control = {
    id,
    'aria-label': field.title,
    value,
    disabled,
    status: invalid ? 'error' : '',
  } as const
  const face = {
    placeholder: names ? 'green / #1677ff' : '#rrggbb',
    prefix: <ColorPatch color={value} />,
  }
  return (
    <Space.Compact style={{ width: '100%' }}>
      {/* A list that offers nothing makes the field twice as slow to draw. */}
      {offered.length > 0 ? (
        <AutoComplete
          {...control}
          style={{ width: '100%' }}
          options={offered.map((one) => ({ value: one, label: <ReadColor value={one} />, title: one }))}
          onChange={(next: string) => onChange(next)}
        >
          <Input {...face} />
        </AutoComplete>
      ) : (
        <Input {...control} {...face} onChange={({ target }) => onChange(target.value)} />
      )}
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
