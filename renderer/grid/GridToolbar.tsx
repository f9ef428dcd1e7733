import { Button, Modal, Space, Typography } from 'antd'
import { useCallback, useEffect } from 'react'
import type { GridController, GridState } from './grid-controller.ts'

interface GridToolbarProps {
  controller: GridController
  state: GridState
  /** Buttons that the user's rights take away. */
  taken: ReadonlySet<string>
  titleOf(name: string): string
}

/** What can be done with the rows, and what is wrong with them. */
export function GridToolbar({ controller, state, taken, titleOf }: GridToolbarProps) {
  const [dialog, dialogHolder] = Modal.useModal()
  const { checkedCount, errors } = state

  const askRemove = useCallback(() => {
    const count = controller.state().checkedCount
    void dialog.confirm({
      title: '确认删除',
      content: `确定要删除这 ${count} 项吗?`,
      okText: '确定',
      cancelText: '取消',
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
            <Button size="small" type="primary" onClick={() => controller.add()}>
              新增
            </Button>
            <Button
              size="small"
              disabled={state.selectedRow === null}
              onClick={() => controller.insertBelow()}
            >
              插入
            </Button>
          </>
        )}
        {!taken.has('remove') && (
          <Button size="small" danger disabled={checkedCount === 0} onClick={askRemove}>
            删除
          </Button>
        )}
        {checkedCount > 0 && <Typography.Text type="secondary">已选择 {checkedCount} 项</Typography.Text>}
      </Space>
      {first && (
        <Button size="small" type="link" danger onClick={() => controller.focus(first)} aria-live="polite">
          {`${errors.length} 处错误：第 ${(first.row ?? 0) + 1} 行 ${titleOf(first.field)}，${first.message}`}
        </Button>
      )}
      {dialogHolder}
    </div>
  )
}
