import { Button, Checkbox, Input, Segmented, Select } from 'antd'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { t, texts } from '#schemas/text/text.ts'
import type { FilterRule, Measure, Operand, RowFilter } from './features/row-filter.ts'
import type { GridFilter } from './grid-filter.types.ts'

interface ColumnFilterProps {
  filter: GridFilter
  /** The column, and what rows are filtered by in it now. */
  name: string
  now: RowFilter | null
}

/** So many texts are listed; further ones are looked for. */
const MOST_LISTED = 200

/** In the menu of a column: which rows its user wants to see, by what they say or by a condition. */
export function ColumnFilter({ filter, name, now }: ColumnFilterProps) {
  const [kind, setKind] = useState(now && 'rule' in now ? 'rule' : 'texts')
  const Part = kind === 'texts' ? TextsFilter : RuleFilter
  return (
    <div className="data-grid-filter">
      <Segmented
        size="small"
        block
        aria-label={t('筛选')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'texts', label: t('按值筛选') },
          { value: 'rule', label: t('按条件筛选') },
        ]}
      />
      <Part filter={filter} name={name} now={now} />
    </div>
  )
}

function TextsFilter({ filter, name, now }: ColumnFilterProps) {
  const [search, setSearch] = useState('')
  const choices = useMemo(() => filter.choices(name), [filter, name])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        choices.map(({ text }) => text).filter((text) => !now || !('texts' in now) || now.texts.has(text)),
      ),
  )
  const looked = search.trim().toLowerCase()
  const found = useMemo(
    () => choices.filter(({ text }) => looked === '' || text.toLowerCase().includes(looked)),
    [choices, looked],
  )
  const wanted = found.filter(({ text }) => chosen.has(text))
  const tick = (ticked: readonly string[], on: boolean): void => {
    const next = new Set(chosen)
    for (const text of ticked)
      if (on) next.add(text)
      else next.delete(text)
    setChosen(next)
  }
  const apply = (): void => {
    if (wanted.length === 0) return
    const isAll = wanted.length === choices.length
    filter.set(name, isAll ? null : { texts: new Set(wanted.map(({ text }) => text)) })
  }
  return (
    <>
      <Input
        size="small"
        allowClear
        value={search}
        placeholder={t('搜索')}
        aria-label={t('搜索值')}
        onChange={({ target }) => setSearch(target.value)}
        onPressEnter={(event) => handleEnter(event, apply)}
      />
      <div className="data-grid-filter-texts">
        {found.length > 0 && (
          <Checkbox
            checked={wanted.length === found.length}
            indeterminate={wanted.length > 0 && wanted.length < found.length}
            onChange={({ target }) =>
              tick(
                found.map(({ text }) => text),
                target.checked,
              )
            }
          >
            {t('全选')}
          </Checkbox>
        )}
        {found.slice(0, MOST_LISTED).map(({ text, count }) => (
          <Checkbox
            key={text}
            checked={chosen.has(text)}
            onChange={({ target }) => tick([text], target.checked)}
          >
            <span className="data-grid-filter-text">{text === '' ? t('（空白）') : text}</span>
            <span className="data-grid-filter-count">{count}</span>
          </Checkbox>
        ))}
        {found.length > MOST_LISTED && (
          <span>{t('还有 {count} 个值，请搜索', { count: found.length - MOST_LISTED })}</span>
        )}
        {found.length === 0 && <span>{t('没有找到')}</span>}
      </div>
      <Acts filter={filter} name={name} now={now} disabled={wanted.length === 0} onApply={apply} />
    </>
  )
}

const RULES: Readonly<Record<FilterRule, string>> = texts({
  contains: '包含',
  lacks: '不包含',
  equals: '等于',
  differs: '不等于',
  starts: '开头是',
  ends: '结尾是',
  more: '大于',
  less: '小于',
  between: '介于',
  empty: '为空',
  filled: '不为空',
})
const OF_TEXT: readonly FilterRule[] = ['contains', 'lacks', 'equals', 'differs', 'starts', 'ends']
const MEASURED: readonly FilterRule[] = ['equals', 'differs', 'more', 'less', 'between']
const OF_ANY: readonly FilterRule[] = ['empty', 'filled']
const EXAMPLES: Readonly<Record<Measure, string>> = texts({
  text: '',
  number: '应为数字',
  moment: '应为日期或时间',
})

function RuleFilter({ filter, name, now }: ColumnFilterProps) {
  const before = now && 'rule' in now ? now : null
  const measure = filter.measure(name)
  const offered = [...(measure === 'text' ? OF_TEXT : MEASURED), ...OF_ANY]
  const [rule, setRule] = useState<FilterRule>(before?.rule ?? offered[0] ?? 'contains')
  const [typed, setTyped] = useState(String(before?.operand ?? ''))
  const [typedTo, setTypedTo] = useState(String(before?.to ?? ''))
  const [isListOpen, setListOpen] = useState(false)
  const needs = OF_ANY.includes(rule) ? 0 : rule === 'between' ? 2 : 1
  const operand = needs > 0 ? filter.read(name, typed) : ''
  const to = needs > 1 ? filter.read(name, typedTo) : ''
  const apply = (): void => {
    if (operand !== null && to !== null) filter.set(name, { rule, measure, operand, to })
  }
  const fieldOf = (text: string, read: Operand | null, label: string, onChange: (text: string) => void) => (
    <>
      <Input
        size="small"
        value={text}
        aria-label={label}
        placeholder={label}
        status={read === null && text !== '' ? 'error' : ''}
        onChange={({ target }) => onChange(target.value)}
        onPressEnter={(event) => handleEnter(event, apply)}
      />
      {read === null && text !== '' && <span role="alert">{EXAMPLES[measure]}</span>}
    </>
  )
  // Escape closes the list first, then the menu.
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isListOpen) event.stopPropagation()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the select inside is the control */}
      <div onKeyDown={handleKeyDown}>
        <Select
          size="small"
          className="data-grid-filter-rule"
          aria-label={t('条件')}
          value={rule}
          onChange={setRule}
          onOpenChange={setListOpen}
          options={offered.map((value) => ({ value, label: RULES[value] }))}
        />
      </div>
      {needs > 0 && fieldOf(typed, operand, needs > 1 ? t('从') : t('值'), setTyped)}
      {needs > 1 && fieldOf(typedTo, to, t('到'), setTypedTo)}
      <Acts
        filter={filter}
        name={name}
        now={now}
        disabled={operand === null || to === null}
        onApply={apply}
      />
    </>
  )
}

interface ActsProps extends ColumnFilterProps {
  disabled: boolean
  onApply(): void
}

function Acts({ filter, name, now, disabled, onApply }: ActsProps) {
  return (
    <div className="data-grid-filter-acts">
      <Button size="small" disabled={now === null} onClick={() => filter.set(name, null)}>
        {t('清除筛选')}
      </Button>
      <Button size="small" type="primary" disabled={disabled} onClick={onApply}>
        {t('确定')}
      </Button>
    </div>
  )
}

/** Enter applies the filter, where else the form around the grid would be sent. */
function handleEnter(event: KeyboardEvent, act: () => void): void {
  if (event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}
