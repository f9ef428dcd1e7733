import { Tag } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  color: string | undefined
  children: ReactNode
}

/** The text of a choice, in the colour that its dictionary gives it. */
export function ColoredText({ color, children }: Props) {
  return color ? <Tag color={color}>{children}</Tag> : children
}
