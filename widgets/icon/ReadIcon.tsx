import { Space } from 'antd'
import { MenuIcon, type ReadProps } from '#renderer/index.ts'
import type { IconOptions } from '#schemas/widget/icon.ts'

/** The icon before its name: a name alone says little, an icon cannot be copied. */
export function ReadIcon({ value }: ReadProps<IconOptions, string>) {
  return (
    <Space size={6}>
      <MenuIcon name={value} />
      {value}
    </Space>
  )
}
