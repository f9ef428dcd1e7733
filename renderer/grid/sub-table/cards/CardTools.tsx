import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { t } from '#schemas/text/text.ts'
import type { GridController } from '../../core/grid-controller.types.ts'

/** What the grid does by keys, where there are none. */
export function CardTools({ controller }: { controller: GridController }) {
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<UndoOutlined />}
        aria-label={t('撤销')}
        onClick={() => controller.undo()}
      />
      <Button
        size="small"
        type="text"
        icon={<RedoOutlined />}
        aria-label={t('恢复')}
        onClick={() => controller.redo()}
      />
    </>
  )
}
