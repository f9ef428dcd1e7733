import { DownOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input, Skeleton } from 'antd'
import { Suspense, useId, useMemo, useState } from 'react'
import type { Field, QueryItem, Row } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { CLEARABLE } from '../form/clearable.tsx'
import { WidgetBoundary } from '../form/WidgetBoundary.tsx'
import { Panel } from '../page/Panel.tsx'
import { useScreen } from '../page/use-screen.ts'
import './query.css'
import { filterValue } from '../list/list-state.ts'

interface Props {
  items: readonly QueryItem[]
  /** The filters that the list shows now. */
  filter: Readonly<Record<string, string>>
  busy: boolean
  onSearch(filter: Record<string, string>): void
  onReset(): void
}

/** Places in one row of the bar; the last one is for the buttons. */
const PLACES = { xs: 1, sm: 2, md: 2, lg: 3, xl: 4, xxl: 4 } as const

/** The query bar: one row, the rest behind 展开; Enter searches. */
export function QueryBar({ items, filter, busy, onSearch, onReset }: Props) {
  const places = PLACES[useScreen()]
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
        aria-label="查询条件"
        className="expo-query-grid"
        // A filter that was typed and not searched for is no loss.
        data-typing-is-not-work=""
        style={{ gridTemplateColumns: `repeat(${places}, minmax(0, 1fr))` }}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(draft)
        }}
      >
        {shown.map((item) => (
          <QueryField key={item.field.name} item={item} values={draft} onChange={set} />
        ))}
        <div className="expo-query-buttons">
          <Button type="primary" htmlType="submit" icon={<SearchOutlined />} loading={busy}>
            查询
          </Button>
          <Button icon={<ReloadOutlined />} onClick={onReset}>
            重置
          </Button>
          {items.length > first ? (
            <Button
              type="link"
              onClick={() => setOpen(!open)}
              aria-expanded={open}
              icon={open ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
            >
              {open ? '收起' : '展开'}
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  )
}

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
  return (
    <div className="expo-query-item">
      <label htmlFor={item.mode === 'group' ? `${id}-begin` : id} title={item.title}>
        {item.title}
      </label>
      <div className="expo-query-control">
        {item.mode === 'group' ? (
          <span className="expo-query-range">
            <FilterControl
              id={`${id}-begin`}
              item={item}
              placeholder="开始"
              value={values[`${name}_begin`] ?? ''}
              onChange={(value) => onChange({ [`${name}_begin`]: value })}
            />
            <span aria-hidden>~</span>
            <FilterControl
              id={`${id}-end`}
              item={item}
              placeholder="结束"
              value={values[`${name}_end`] ?? ''}
              onChange={(value) => onChange({ [`${name}_end`]: value })}
            />
          </span>
        ) : (
          <FilterControl
            id={id}
            item={item}
            value={filterValue(values, name)}
            onChange={(value) => onChange({ [name]: value })}
          />
        )}
      </div>
    </div>
  )
}

const NO_ROW: Row = {}

function FilterControl({
  id,
  item,
  value,
  placeholder,
  onChange,
}: {
  id: string
  item: QueryItem
  value: string
  placeholder?: string
  onChange(value: string): void
}) {
  const { registry } = useRenderer()
  const widget = registry.find('filter', item.view)
  // The item may bring a dictionary, options or a view of its own.
  const field: Field = useMemo(
    () => ({
      ...item.field,
      view: item.view,
      options: { ...item.options, ...(placeholder ? { placeholder } : {}) },
      dict: item.dict,
      dictKey: item.dictKey,
      title: item.title,
      required: false,
      readOnly: false,
    }),
    [item, placeholder],
  )
  const Control = widget?.filter
  if (!widget || !Control)
    return (
      <Input
        id={id}
        value={value}
        allowClear={CLEARABLE}
        placeholder={placeholder ?? `请输入${item.title}`}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <WidgetBoundary kind={item.view} name={item.field.name}>
      <Suspense fallback={<Skeleton.Input active block />}>
        <Control
          id={id}
          field={field}
          value={widget.codec.parse(value)}
          options={field.options}
          row={NO_ROW}
          disabled={false}
          invalid={false}
          onChange={(next) => {
            const stored = widget.codec.store(next)
            onChange(stored === null ? '' : String(stored))
          }}
        />
      </Suspense>
    </WidgetBoundary>
  )
}
