import { DownOutlined, LoadingOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useMemo, useState } from 'react'
import { filterValue } from '#schemas/compile/filter-condition.ts'
import type { QueryItem } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { Panel } from '../kit/Panel.tsx'
import { useScreen } from '../kit/use-screen.ts'
import { filterField } from '../model/query-fields.ts'
import { FilterControl } from './FilterControl.tsx'
import './query.css'

interface Props {
  items: readonly QueryItem[]
  /** The filters that the list shows now. */
  filter: Readonly<Record<string, string>>
  busy: boolean
  /** Most places in one row, where it has less room than the window gives. */
  places?: number | undefined
  onSearch(filter: Record<string, string>): void
  onReset(): void
}

/** Places in one row of the bar; the last one is for the buttons. */
const PLACES = { xs: 1, sm: 2, md: 2, lg: 3, xl: 4, xxl: 4 } as const

/** The query bar: one row, the rest behind 展开; Enter searches. */
export function QueryBar({ items, filter, busy, places: given, onSearch, onReset }: Props) {
  const fitting = PLACES[useScreen()]
  const places = Math.min(given ?? fitting, fitting)
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState<Record<string, string>>({ ...filter })
  const [seen, setSeen] = useState(filter)
  // The list's filters changed from outside (reset, back): what stands in the bar follows.
  if (seen !== filter) {
    setSeen(filter)
    setDraft({ ...filter })
  }
  if (items.length === 0) return null
  const first = Math.max(places - 1, 1)
  const shown = open ? items : items.slice(0, first)
  const set = (changes: Record<string, string>) => setDraft((before) => ({ ...before, ...changes }))

  return (
    <Panel className="expo-query">
      <form
        aria-label={t('查询条件')}
        className="expo-query-grid"
        // A filter that was typed and not searched for is no loss.
        data-typing-is-not-work=""
        // The last place is as wide as its buttons at least.
        style={{ gridTemplateColumns: `${'minmax(0, 1fr) '.repeat(places - 1)}1fr` }}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(draft)
        }}
      >
        {shown.map((item) => (
          <QueryField key={item.field.name} item={item} values={draft} onChange={set} />
        ))}
        <div className="expo-query-buttons">
          {/* A loading button of antd's would swallow Enter: what was typed during a load is asked for, too. */}
          <Button
            type="primary"
            htmlType="submit"
            aria-busy={busy}
            icon={busy ? <LoadingOutlined aria-hidden /> : <SearchOutlined />}
          >
            {t('查询')}
          </Button>
          <Button icon={<ReloadOutlined />} onClick={onReset}>
            {t('重置')}
          </Button>
          {items.length > first ? (
            <Button
              type="link"
              onClick={() => setOpen(!open)}
              aria-expanded={open}
              icon={open ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
            >
              {open ? t('收起') : t('展开')}
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  )
}

/** What stands behind the title of a filter that asks for something else than the value itself. */
const SIGNS: Partial<Record<QueryItem['mode'], string>> = { ne: '≠', ge: '≥', le: '≤' }

function QueryField({
  item,
  values,
  onChange,
}: {
  item: QueryItem
  values: Record<string, string>
  onChange(changes: Record<string, string>): void
}) {
  const id = useId()
  const { name } = item.field
  const field = useMemo(() => filterField(item), [item])
  const begin = useMemo(() => filterField(item, { placeholder: t('开始') }), [item])
  const end = useMemo(() => filterField(item, { placeholder: t('结束') }), [item])
  return (
    <div className="expo-query-item">
      <label htmlFor={item.mode === 'group' ? `${id}-begin` : id} title={item.title}>
        {item.title}
        {SIGNS[item.mode] ? ` ${SIGNS[item.mode]}` : ''}
      </label>
      <div className="expo-query-control">
        {item.mode === 'group' ? (
          <span className="expo-query-range">
            <FilterControl
              id={`${id}-begin`}
              field={begin}
              value={values[`${name}_begin`] ?? ''}
              onChange={(value) => onChange({ [`${name}_begin`]: value })}
            />
            <span aria-hidden>~</span>
            <FilterControl
              id={`${id}-end`}
              field={end}
              value={values[`${name}_end`] ?? ''}
              onChange={(value) => onChange({ [`${name}_end`]: value })}
            />
          </span>
        ) : (
          <FilterControl
            id={id}
            field={field}
            value={filterValue(values, name)}
            onChange={(value) => onChange({ [name]: value })}
          />
        )}
      </div>
    </div>
  )
}
