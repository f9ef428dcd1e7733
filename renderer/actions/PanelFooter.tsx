import { Flex } from 'antd'
import type { ReactNode } from 'react'
import './panel-footer.css'

/** Buttons of a panel: 取消 or 关闭 first, the main one last. They stay in view while the panel is scrolled. */
export function PanelFooter({ children }: { children: ReactNode }) {
  return (
    <Flex justify="flex-end" gap={8} className="expo-panel-footer">
      {children}
    </Flex>
  )
}
