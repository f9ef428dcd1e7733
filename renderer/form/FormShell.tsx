import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Provider as MotionProvider } from '@rc-component/motion'
import { Button, Drawer, Flex, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { openDialogs } from '../kit/open-dialogs.ts'
import type { PageModel } from '../model/page-model.ts'
import { type ShellActions, ShellContext } from './shell-context.ts'

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
        <Flex className="expo-form-buttons" justify="end" gap={8} wrap>
          {children}
        </Flex>,
        shell.footer,
      )
    : null
}

interface Props {
  model: PageModel
  title: string
  /** px, never wider than the window; the form's own by default. */
  width?: number | undefined
  onClose(): void
  children: ReactNode
}

/**
 * A modal for short forms, a drawer for those with sub tables; never wider than the window. It is one dialog from the
 * first skeleton to the last save, so that nothing flickers.
 */
export function FormShell({ model, title, width: given, onClose, children }: Props) {
  const [full, setFull] = useState(model.form.form.fullscreen)
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const [steps, setSteps] = useState<HTMLElement | null>(null)
  const frameRef = useRef<HTMLElement | null>(null)
  frameRef.current = footer
  // A dialog that moved in would move in again when its tab is shown again, and lose its content on the way.
  const [isOpen, setIsOpen] = useState(false)
  const actions = useRef<ShellActions>({})
  const shell = useMemo(() => ({ footer, steps, actions }), [footer, steps])
  const wanted = given ?? model.form.form.width
  const heading = (
    <Flex align="center" gap={4}>
      {title}
      <Button
        type="text"
        size="small"
        aria-label={full ? t('退出全屏') : t('全屏')}
        icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={() => setFull(!full)}
      />
    </Flex>
  )
  const handleClose = () => (actions.current.close ?? onClose)()
  const handleKey = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    const { save } = actions.current
    if (!save || !(event.ctrlKey || event.metaKey)) return
    if (event.key.toLowerCase() !== 's' && event.key !== 'Enter') return
    event.preventDefault()
    save()
  }
  const latestKey = useRef(handleKey)
  latestKey.current = handleKey
  useEffect(() => {
    // Keys go to the body when nothing has the focus: then the dialog that is in front takes them.
    const handleBodyKey = (event: globalThis.KeyboardEvent) => {
      if (event.target === document.body && isInFront(frameRef.current)) latestKey.current(event)
    }
    document.addEventListener('keydown', handleBodyKey)
    return () => document.removeEventListener('keydown', handleBodyKey)
  }, [])
  const frame = {
    open: true,
    title: heading,
    footer: (
      <div className="expo-form-footer">
        <div ref={setSteps} className="expo-form-between" />
        <div ref={setFooter} />
      </div>
    ),
    mask: { closable: false },
  }
  const dialog =
    model.subs.length > 0 ? (
      <Drawer
        {...frame}
        size={full ? '100vw' : `min(${wanted}px, 100vw)`}
        onClose={handleClose}
        afterOpenChange={setIsOpen}
        // What opens over it comes from below: it stays where it is.
        push={false}
      >
        {children}
      </Drawer>
    ) : (
      <Modal
        {...frame}
        width={full ? '100%' : wanted}
        style={full ? { top: 0, margin: 0, padding: 0, maxWidth: '100%' } : { top: 40, maxWidth: '100%' }}
        onCancel={handleClose}
        afterOpenChange={setIsOpen}
        classNames={
          full
            ? { container: 'expo-form-full', body: 'expo-form-scroll expo-form-scroll-full' }
            : { body: 'expo-form-scroll' }
        }
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

/** True when no other dialog lies over the one of this element. */
function isInFront(footer: HTMLElement | null): boolean {
  return footer !== null && openDialogs().at(-1)?.contains(footer) === true
}
