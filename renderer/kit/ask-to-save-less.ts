import type { App } from 'antd'
import { t } from '#schemas/text/text.ts'

/** Asks whether a record is saved without what was entered in these fields; going back is what the keyboard finds first. */
export function askToSaveLess(
  modal: ReturnType<typeof App.useApp>['modal'],
  titles: readonly string[],
  onSave: () => void,
): void {
  modal.confirm({
    title: t('保存时不保留这些内容？'),
    content: t('表单的规则关闭了：{titles}。其中输入的内容不会保存。', { titles: titles.join('、') }),
    okText: t('继续保存'),
    cancelText: t('继续编辑'),
    focusable: { autoFocusButton: 'cancel' },
    onOk: onSave,
  })
}
