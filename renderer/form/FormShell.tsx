import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Provider as MotionProvider } from '@rc-component/motion'
import { Button, Drawer, Flex, Modal } from 'antd'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { PageModel } from '../page/page-model.ts'
import { FocusReturn } from './FocusReturn.tsx'

/** What the content of the dialog makes of its keys and buttons. */
interface ShellActions {
  /** Instead of closing at once. */
  close?: () => void
  /** Ctrl+S or ⌘+S anywhere in the dialog. */
  save?: () => void
}

interface Shell {
  /** Where the buttons stand; null before the dialog is drawn. */
  footer: HTMLElement | null
  actions: { current: ShellActions }
}

const ShellContext = createContext<Shell | null>(null)

/** Buttons of the dialog, and what its keys do; belongs into its content. */
export function ShellFooter({ close, save, children }: ShellActions & { children: ReactNode }) {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('ShellFooter stands outside of a FormShell')
  const { actions } = shell
  useEffect(() => {
    actions.current = { ...(close ? { close } : {}), ...(save ? { save } : {}) }
    return () => {
      actions.current = {}
    }
  }, [actions, close, save])
  return shell.footer
    ? createPortal(
        <Flex justify="end" gap={8} wrap>
          {children}
        </Flex>,
        shell.footer,
      )
    : null
}

interface Props {
  model: PageModel
  title: string
  onClose(): void
  children: ReactNode
}

/**
 * A modal for short forms, a drawer for those with sub tables; never wider than the window. It is one dialog from the
 * first skeleton to the last save, so that nothing flickers.
 */
export function FormShell({ model, title, onClose, children }: Props) {
  const [full, setFull] = useState(model.form.form.fullscreen)
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  // A dialog that moved in would move in again when its tab is shown again, and lose its content on the way.
  const [isOpen, setIsOpen] = useState(false)
  const actions = useRef<ShellActions>({})
  const shell = useMemo(() => ({ footer, actions }), [footer])
  const width = full ? '100vw' : `min(${model.form.form.width}px, 100vw)`
  const heading = (
    <Flex align="center" gap={4}>
      {title}
      <Button
        type="text"
        size="small"
        aria-label={full ? '退出全屏' : '全屏'}
        icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={() => setFull(!full)}
      />
    </Flex>
  )
  const handleClose = () => (actions.current.close ?? onClose)()
  const handleKey = (event: KeyboardEvent) => {
    const { save } = actions.current
    if (!save || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    save()
  }
  const frame = {
    open: true,
    title: heading,
    footer: <div ref={setFooter} className="expo-form-footer" />,
    mask: { closable: false },
  }
  const dialog =
    model.subs.length > 0 ? (
      <Drawer {...frame} size={width} onClose={handleClose} afterOpenChange={setIsOpen}>
        {children}
      </Drawer>
    ) : (
      <Modal
        {...frame}
        width={width}
        style={full ? { top: 0, margin: 0, padding: 0, maxWidth: '100vw' } : { top: 40, maxWidth: '100vw' }}
        onCancel={handleClose}
        afterOpenChange={setIsOpen}
        classNames={{ body: full ? 'expo-form-scroll expo-form-scroll-full' : 'expo-form-scroll' }}
      >
        {children}
      </Modal>
    )
  return (
    <ShellContext value={shell}>
      <FocusReturn />
      {/* Keys travel up the component tree, so this hears those of the dialog, wherever it stands in the page. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole dialog, besides its buttons */}
      <div onKeyDown={handleKey}>
        <MotionProvider motion={!isOpen}>{dialog}</MotionProvider>
      </div>
    </ShellContext>
  )
}
