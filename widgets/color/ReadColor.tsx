import { Space } from 'antd'
import type { ReadProps } from '#renderer/index.ts'
import type { ColorOptions } from '#schemas/widget/color.ts'
import { ColorPatch } from './ColorPatch.tsx'

/** A patch of the colour before its name, which can be copied. */
export function ReadColor({ value }: ReadProps<ColorOptions, string>) {
  return (
    <Space size={6}>
      <ColorPatch color={value} />
      {value}
    </Space>
  )
}
