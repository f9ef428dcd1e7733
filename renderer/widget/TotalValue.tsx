import type { ListColumn, Row } from '#schemas/compile/model.ts'
import type { TotalKind } from '#schemas/page/form-words.ts'
import { t, texts } from '#schemas/text/text.ts'
import { displayText } from './display-text.ts'
import { useRenderer } from './renderer-context.tsx'

const LABELS = texts({ sum: '合计', average: '平均', count: '计数' } as const satisfies Record<
  TotalKind,
  string
>)

/** What is told below a column, in the column's own form; nothing where there is no value. */
export function TotalValue({ column: { field, total }, totals }: { column: ListColumn; totals: Row }) {
  const { registry } = useRenderer()
  const value = total && totals[field.name]
  if (!total || value === null || value === undefined) return null
  const { codec, total: totalText } = registry.find('display', field.view) ?? {}
  return (
    <>
      <span className="expo-total-label">{LABELS[total]}</span>{' '}
      {total === 'count'
        ? t('{count}条', { count: Number(value) })
        : codec && totalText
          ? totalText(codec.parse(value), field.options)
          : displayText(registry, field, totals)}
    </>
  )
}

interface LineProps {
  columns: readonly ListColumn[]
  totals: Row | null
  className?: string
  /** They follow what is typed, and are read out then. */
  isLive?: boolean
}

/** Totals beside each other, where they do not stand below their columns. */
export function TotalsLine({ columns, totals, className = 'expo-totals', isLive = false }: LineProps) {
  const shown = columns.filter(({ field, total }) => total && totals?.[field.name] != null)
  if (!totals || shown.length === 0) return null
  return (
    <dl className={className} {...(isLive ? { 'aria-live': 'polite' as const } : {})}>
      {shown.map((column) => (
        <div key={column.field.name}>
          <dt>{column.field.title}</dt>
          <dd>
            <TotalValue column={column} totals={totals} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
