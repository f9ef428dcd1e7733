import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { ListColumn, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { CHILD_ROWS } from '../model/child-rows.ts'
import { displayText } from '../widget/display-text.ts'
import { ReadValue } from '../widget/ReadValue.tsx'
import { useRenderer } from '../widget/renderer-context.tsx'
import { TotalsLine } from '../widget/TotalValue.tsx'
import { CardsPager } from './CardsPager.tsx'
import { liveClass } from './live/LiveNotice.tsx'
import { NoRows } from './NoRows.tsx'
import { OpenRecord } from './OpenRecord.tsx'
import { RowActions } from './RowActions.tsx'
import type { RowAction } from './RowMenu.tsx'
import type { CurrentRow } from './use-current-row.ts'
import type { ListModel } from './use-list.ts'
import type { ListSetup } from './use-list-settings.ts'
import { isPlaceholder } from './use-tree-rows.ts'

interface Props {
  list: ListModel
  rows: readonly Row[]
  /** What can be done with a record. */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  selection?: 'several' | 'one' | undefined
  /** Present where the name of a card makes it the current one. */
  current?: CurrentRow | undefined
  /** How the user set the list up. */
  setup?: Pick<ListSetup, 'shown'> | undefined
}

/** The records of a list one below the other, for screens that are narrower than its columns. */
export function RecordCards({ list, rows, actions, selection, current, setup }: Props) {
  const { registry } = useRenderer()
  const { tree, chosen } = list
  const columns: readonly ListColumn[] = setup?.shown ?? list.shape.columns
  // Names of files say nothing about a record.
  const head = columns.find(({ field }) => traitsOf(field.view).files === undefined) ?? columns[0]
  const rest = columns.filter((column) => column !== head)

  function toggle(id: string, row: Row, on: boolean) {
    const next = new Map(selection === 'several' ? chosen : [])
    if (on) next.set(id, row)
    else next.delete(id)
    list.choose(next)
  }

  function card(row: Row, depth: number): ReactNode {
    const id = list.keyOf(row)
    if (isPlaceholder(row))
      return (
        <li key={id} role="status">
          {t('加载中…')}
        </li>
      )
    const title = (head && displayText(registry, head.field, row)) || id
    const below = row[CHILD_ROWS] as Row[] | undefined
    const isOpen = tree?.expanded.includes(id) ?? false
    return (
      <li key={id} style={{ marginInlineStart: depth * 12 }}>
        <article
          className={`expo-card ${liveClass(list, id)}${current?.row?.id === row.id ? ' expo-row-current' : ''}`.trimEnd()}
          aria-label={title}
        >
          <header className="expo-card-head">
            {selection ? (
              <Checkbox
                checked={chosen.has(id)}
                onChange={({ target }) => toggle(id, row, target.checked)}
                aria-label={t('选择 {title}', { title })}
              />
            ) : null}
            <h2 className="expo-card-title">
              {current ? (
                <button
                  type="button"
                  className="expo-row-link"
                  aria-current={current.row?.id === row.id}
                  onClick={() => current.pick(row)}
                >
                  {title}
                </button>
              ) : (
                <OpenRecord row={row} actions={actions}>
                  {title}
                </OpenRecord>
              )}
            </h2>
            {actions ? <RowActions actions={actions(row)} narrow /> : null}
          </header>
          <dl className="expo-card-facts">
            {rest.map(({ field }) => {
              const text = displayText(registry, field, row)
              return text ? (
                <div key={field.name}>
                  <dt>{field.title}</dt>
                  <dd>
                    <ReadValue field={field} row={row} />
                  </dd>
                </div>
              ) : null
            })}
          </dl>
          {tree && below ? (
            <button
              type="button"
              className="expo-row-link"
              aria-expanded={isOpen}
              onClick={() => tree.toggle(id, !isOpen)}
            >
              {isOpen ? t('收起下级') : t('展开下级')}
            </button>
          ) : null}
        </article>
        {isOpen && below ? <ul className="expo-cards">{below.map((one) => card(one, depth + 1))}</ul> : null}
      </li>
    )
  }

  if (rows.length === 0) return <NoRows list={list} />
  return (
    <>
      <ul className="expo-cards" aria-busy={list.loading}>
        {rows.map((row) => card(row, 0))}
      </ul>
      <TotalsLine columns={columns} totals={list.totals} />
      <CardsPager list={list} />
    </>
  )
}
