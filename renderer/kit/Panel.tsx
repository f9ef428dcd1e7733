import type { ReactNode } from 'react'
import './panel.css'

/** A white surface on the page's ground. antd's Card would bring its tabs along, which the first list page cannot afford. */
export function Panel({ className = '', children }: { className?: string; children: ReactNode }) {
  return <section className={`expo-panel ${className}`.trim()}>{children}</section>
}
