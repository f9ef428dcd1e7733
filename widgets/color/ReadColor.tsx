import { Space } from 'antd'
import { ColorPatch } from './ColorPatch.tsx'

/** A patch of the colour before its name, which can be copied. */
export function ReadColor({ value }: { value: string }) {
  return (
    <Space size={6}>
      <ColorPatch color={value} />
      {value}
    </Space>
  )
}
