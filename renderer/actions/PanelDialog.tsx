import { App, Modal, Skeleton } from 'antd'
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { RowSource } from '../data/data-client.ts'
import { askToDiscard } from '../kit/ask-to-discard.ts'
import { FaultFace } from '../kit/FaultFace.tsx'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { focusFirstControl } from '../kit/focus-first.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { PanelBoundary } from './PanelBoundary.tsx'

interface Props {
  name: string
  title: string
  records: readonly Row[]
  source: RowSource
  onChanged(): void
  onDone(): void
  onClose(): void
}

const WIDTH = 640

/** The panel that an action opens, in a dialog. One that is not there or breaks says so by its name. */
export function PanelDialog({ name, title, records, source, onChanged, onDone, onClose }: Props) {
  const { panels = {}, client } = useRenderer()
  const panel = Object.hasOwn(panels, name) ? panels[name] : undefined
  const Part = panel?.component
  const { modal } = App.useApp()
  const isUnsaved = useRef(false)
  const mark = useRef<HTMLInputElement>(null)
  const setUnsaved = useCallback((now: boolean) => {
    isUnsaved.current = now
    const { current } = mark
    if (!current || (current.value !== '') === now) return
    current.value = now ? 'unsaved' : ''
    current.dispatchEvent(new Event('input', { bubbles: true }))
  }, [])
  const handleClose = () => (isUnsaved.current ? askToDiscard(modal, onClose) : onClose())
  const dialog = (
    <Modal
      open
      title={title}
      footer={null}
      width={`min(${panel?.width ?? WIDTH}px, 100vw)`}
      onCancel={handleClose}
      // What was typed must not be lost by a click beside it.
      mask={{ closable: false }}
    >
      {/* Ticks and choices are not typed: as the value of a field they count as unsaved input, like what was typed. */}
      <input type="hidden" ref={mark} defaultValue="" />
      <PanelBody>
        {Part ? (
          <PanelBoundary name={name}>
            <Suspense fallback={<Skeleton active paragraph={{ rows: 5 }} />}>
              <Part
                records={records}
                source={source}
                client={client}
                changed={onChanged}
                done={onDone}
                close={handleClose}
                setUnsaved={setUnsaved}
              />
            </Suspense>
          </PanelBoundary>
        ) : (
          <FaultFace
            status="warning"
            title={t('面板 “{name}” 不存在', { name })}
            subTitle={t('请联系管理员检查该页面的文档。')}
          />
        )}
      </PanelBody>
    </Modal>
  )
  return (
    <>
      <FocusReturn />
      {dialog}
    </>
  )
}

/** The content of the dialog, where the keyboard begins in the first control. It is not there before the dialog is. */
function PanelBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => (body.current ? focusFirstControl(body.current) : undefined), [])
  return <div ref={body}>{children}</div>
}
