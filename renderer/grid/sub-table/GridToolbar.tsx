import { Button, Modal, Space, Typography } from 'antd'
import { type ReactNode, useCallback, useEffect } from 'react'
import { t } from '#schemas/text/text.ts'
import type { GridController, GridState } from '../core/grid-controller.types.ts'
import { AddButton } from './AddButton.tsx'
import { InsertButton } from './InsertButton.tsx'

interface GridToolbarProps {
  controller: GridController
  state: GridState
  /** Buttons that the user's rights take away. */
  taken: ReadonlySet<string>
  titleOf(name: string): string
  /** Rows are cards: none of them is the selected one. */
  areCards?: boolean
  /** At the right end. */
  children?: ReactNode
}

/** What can be done with the rows, and what is wrong with them. */
export function GridToolbar({
  controller,
  state,
  taken,
  titleOf,
  areCards = false,
  children,
}: GridToolbarProps) {
  const [dialog, dialogHolder] = Modal.useModal()
  const { checkedCount, errors } = state

  const askRemove = useCallback(() => {
    const count = controller.state().checkedCount
    void dialog.confirm({
      title: t('确认删除'),
      content: t('确定要删除这 {count} 项吗?', { count }),
      okText: t('确定'),
      cancelText: t('取消'),
      okButtonProps: { danger: true },
      onOk: () => controller.removeChecked(),
    })
  }, [controller, dialog])
  useEffect(() => controller.onRemoveAsked(askRemove), [controller, askRemove])

  const first = errors[0]
  return (
    <div className="sub-grid-toolbar">
      <Space size="small">
        {!taken.has('add') && (
          <>
            <AddButton controller={controller} rowCount={state.rowCount} />
            {!areCards && (
              <InsertButton disabled={state.selectedRow === null} onInsert={() => controller.insertBelow()}>
                {t('插入')}
              </InsertButton>
            )}
          </>
        )}
        {!taken.has('remove') && (
          <Button size="small" danger disabled={checkedCount === 0} onClick={askRemove}>
            {t('删除')}
          </Button>
        )}
        {checkedCount > 0 && (
          <Typography.Text type="secondary">
            {t('已选择 {checkedCount} 项', { checkedCount })}
          </Typography.Text>
        )}
      </Space>
      {first && (
        <Button size="small" type="link" danger onClick={() => controller.focus(first)} aria-live="polite">
          {t('{count} 处错误：第 {row} 行 {field}，{message}', {
            count: errors.length,
            row: (first.row ?? 0) + 1,
            field: titleOf(first.field),
            message: first.message,
          })}
        </Button>
      )}
      <span className="sub-grid-tools">{children}</span>
      {dialogHolder}
    </div>
  )
}
