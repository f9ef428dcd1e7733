import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { text } from '../text/zh-CN.ts'

const WIDTH_PX = 200

interface MenuDrawerProps {
  isOpen: boolean
  onClose(): void
  children: ReactNode
}

/** The side menu of the phone. */
export function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={WIDTH_PX}
      closable={false}
      title={null}
      styles={{ body: { padding: 0 } }}
      aria-label={text.menu.navigation}
    >
      {children}
    </Drawer>
  )
}
