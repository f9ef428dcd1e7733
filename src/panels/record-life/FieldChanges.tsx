import { Button, Popconfirm } from 'antd'
import type { LifeField, LifeSubRow } from '#schemas/api/record-life.ts'
import { t } from '#schemas/text/text.ts'
import './record-life.css'

interface Props {
  kind: LifeSubRow['kind']
  fields: readonly LifeField[]
  busy?: boolean
  /** Whether what stood in a field can be had back. */
  canRestore?(field: string): boolean
  /** What stands in a field now, in words. */
  nowOf?(field: string): string
  onRestore?(field: string): void
}

/** Fields with what stood in them before and after. */
export function FieldChanges({ kind, fields, busy = false, canRestore, nowOf, onRestore }: Props) {
  return (
    <ul className="expo-life-fields">
      {fields.map(({ name, title, before, after }) => (
        <li key={name}>
          <span className="expo-life-name">{title}</span>
          {kind === 'added' ? null : <del>{before || t('（空）')}</del>}
          {kind === 'changed' ? <span aria-hidden>→</span> : null}
          {kind === 'removed' ? null : <ins>{after || t('（空）')}</ins>}
          {kind === 'changed' && canRestore?.(name) ? (
            <Popconfirm
              title={t('恢复“{title}”？', { title })}
              description={
                <span className="expo-life-fields">
                  <del>{nowOf?.(name) || t('（空）')}</del> → <ins>{before || t('（空）')}</ins>
                </span>
              }
              okText={t('恢复')}
              cancelText={t('取消')}
              onConfirm={() => onRestore?.(name)}
            >
              <Button
                type="link"
                size="small"
                disabled={busy}
                aria-label={t('恢复此字段：{title}', { title })}
              >
                {t('恢复此字段')}
              </Button>
            </Popconfirm>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
