import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { TAG_COLORS } from '#schemas/page/tag-colors.ts'
import { textOn } from '../kit/readable-color.ts'

interface Props {
  color: string | undefined
  children: ReactNode
}

/** The text of a choice, in the colour that its dictionary gives it. */
export function ColoredText({ color, children }: Props) {
  if (!color) return children
  // A named colour has shades for both themes; any other fills the tag, because text in it may be too pale to read.
  if (TAG_COLORS.includes(color)) return <Tag color={color}>{children}</Tag>
  return (
    <Tag color={color} variant="solid" style={{ color: textOn(color) }}>
      {children}
    </Tag>
  )
}
