import { Button } from 'antd'
import type { LifeField, LifeSubRow } from '#schemas/api/record-life.ts'
import { t } from '#schemas/text/text.ts'
import './record-life.css'

interface Props {
  kind: LifeSubRow['kind']
  fields: readonly LifeField[]
  busy?: boolean
  /** Whether what stood in a field can be had back. */
  canRestore?(field: string): boolean
  onRestore?(field: string): void
}

/** Fields with what stood in them before and after. */
export function FieldChanges({ kind, fields, busy = false, canRestore, onRestore }: Props) {
  return (
    <ul className="expo-life-fields">
      {fields.map(({ name, title, before, after }) => (
        <li key={name}>
          <span className="expo-life-name">{title}</span>
          {kind === 'added' ? null : <del>{before || t('（空）')}</del>}
          {kind === 'changed' ? <span aria-hidden>→</span> : null}
          {kind === 'removed' ? null : <ins>{after || t('（空）')}</ins>}
          {kind === 'changed' && canRestore?.(name) ? (
            <Button
              type="link"
              size="small"
              disabled={busy}
              aria-label={t('恢复此字段：{title}', { title })}
              onClick={() => onRestore?.(name)}
            >
              {t('恢复此字段')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
