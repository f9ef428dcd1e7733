import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import './editor.css'
// A rich text looks in its editor as it does where it is read, which may not have been drawn yet.
import '../rich-text/rich-text.css'
import { roveThrough } from '../rove.ts'
import { ToolButton } from './ToolButton.tsx'

const roveButtons = roveThrough('button')

interface Props {
  /** Title of the field; names the row of tools. */
  title: string
  disabled: boolean
  invalid: boolean
  /** Height of the whole in px, unless it fills the screen. */
  height: number
  tools?: ReactNode
  /** Esc within the text is the text's: it lets the Tab key leave it. */
  ownsEscape?: boolean
  children: ReactNode
}

/** The frame of an editor: a row of tools, one stop of the Tab key, and a button that lets the editor fill the screen. */
export function EditorBox({ title, disabled, invalid, height, tools, ownsEscape, children }: Props) {
  const box = useRef<HTMLElement>(null)
  const [isFull, setFull] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    // A form in sight confines what is fixed inside it: only the top layer of the browser covers the screen from there.
    if (!isFull || !element) return
    element.popover = 'manual'
    element.showPopover?.()
    // The Esc key must find its way here.
    if (!element.contains(document.activeElement))
      element.querySelector<HTMLElement>('.expo-editor-full-tool')?.focus()
    return () => {
      element.hidePopover?.()
      element.popover = null
    }
  }, [isFull])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    const isText = event.target instanceof HTMLElement && event.target.isContentEditable
    if (!isFull && !(ownsEscape && isText)) return
    // The dialog around the form stays.
    event.stopPropagation()
    setFull(false)
  }
  return (
    <section
      ref={box}
      aria-label={title}
      className={`expo-editor${isFull ? ' is-full' : ''}`}
      style={{ '--expo-editor-height': `${height}px` } as React.CSSProperties}
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
      onKeyDown={handleKey}
    >
      <ConfigProvider
        getPopupContainer={(trigger) =>
          (isFull && box.current) || trigger?.ownerDocument.body || document.body
        }
      >
        <div
          role="toolbar"
          aria-label={t('{title}的工具', { title })}
          className="expo-editor-tools"
          ref={roveButtons}
        >
          {tools}
          <ToolButton
            title={isFull ? t('退出全屏') : t('全屏')}
            icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            disabled={disabled}
            className="expo-editor-full-tool"
            onPress={() => setFull(!isFull)}
          />
        </div>
        <div className="expo-editor-body">{children}</div>
      </ConfigProvider>
    </section>
  )
}
