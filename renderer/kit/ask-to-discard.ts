import type { App } from 'antd'
import { t } from '#schemas/text/text.ts'

/** Asks whether what is not saved may be lost; going on with it is the answer that the keyboard finds first. */
export function askToDiscard(modal: ReturnType<typeof App.useApp>['modal'], onDiscard: () => void): void {
  modal.confirm({
    title: t('放弃未保存的修改？'),
    content: t('您输入的内容还没有保存。'),
    okText: t('放弃修改'),
    okButtonProps: { danger: true },
    cancelText: t('继续编辑'),
    focusable: { autoFocusButton: 'cancel' },
    onOk: onDiscard,
  })
}
