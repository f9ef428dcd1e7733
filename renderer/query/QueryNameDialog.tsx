import { App, Input } from 'antd'
import { useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { PickDialog } from '../kit/PickDialog.tsx'

/** Longest name of a saved query. */
const MAX_LENGTH = 50

interface Props {
  /** The name to begin with. */
  name: string
  /** Names that would be overwritten. */
  known: readonly string[]
  onCancel(): void
  onConfirm(name: string): void
}

/** Asks for the name of a query; one that exists is overwritten only where the user says so. */
export function QueryNameDialog({ name, known, onCancel, onConfirm }: Props) {
  const { message, modal } = App.useApp()
  const [text, setText] = useState(name)

  function confirm() {
    const written = text.trim()
    if (written === '') message.warning(t('保存的名称不能为空'))
    else if (!known.includes(written)) onConfirm(written)
    else
      modal.confirm({
        title: t('“{name}”已存在，是否覆盖？', { name: written }),
        okText: t('覆盖'),
        cancelText: t('取消'),
        onOk: () => onConfirm(written),
      })
  }

  return (
    <>
      <FocusReturn />
      <PickDialog title={t('保存查询')} onCancel={onCancel} onConfirm={confirm}>
        <Input
          aria-label={t('名称')}
          placeholder={t('请输入保存的名称')}
          maxLength={MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={(event) => {
            if (!event.nativeEvent.isComposing) confirm()
          }}
        />
      </PickDialog>
    </>
  )
}
