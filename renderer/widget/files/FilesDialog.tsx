import { App, Modal } from 'antd'
import { useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { FilesField, type FilesFieldProps } from './FilesField.tsx'
import { createPendingUploads, PendingUploadsContext } from './pending-uploads.ts'

/** Px of the dialog; narrower windows are filled. */
const WIDTH = 520
const MIN_HEIGHT = 200

interface Props extends FilesFieldProps {
  onCancel(): void
}

/** The files of a cell in a dialog of their own; the cell gets them when they are confirmed. */
export function FilesDialog({ onChange, onCancel, ...props }: Props) {
  const { message } = App.useApp()
  const [value, setValue] = useState(props.value)
  const [pending] = useState(createPendingUploads)
  const [busy, setBusy] = useState(false)
  /** Files that arrive while the confirmation waits for them belong to it. */
  const [latest] = useState({ value })
  latest.value = value

  const confirm = async () => {
    if (busy) return
    setBusy(true)
    const isWhole = await pending.settled()
    setBusy(false)
    if (!isWhole) return
    if (latest.value.length === 0) message.warning(t('未上传任何文件'))
    // Files that were there and have been taken out are gone once it is confirmed.
    if (latest.value.length > 0 || props.value.length > 0) onChange(latest.value)
  }
  const change = (next: string[]) => {
    latest.value = next
    setValue(next)
  }
  return (
    <Modal
      open
      title={props.field.title}
      width={WIDTH}
      styles={{ body: { minHeight: MIN_HEIGHT } }}
      okText={t('确定')}
      cancelText={t('取消')}
      confirmLoading={busy}
      onOk={() => void confirm()}
      onCancel={onCancel}
    >
      <PendingUploadsContext value={pending}>
        <FilesField {...props} value={value} onChange={change} />
      </PendingUploadsContext>
    </Modal>
  )
}
