import { MoreOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, type MenuProps, Radio } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { GridColumn } from '../../core/columns.ts'
import type { GridController } from '../../core/grid-controller.types.ts'
import { isOn } from '../../core/view/cell-renderer.ts'
import type { GridViewHost } from '../../core/view/view-host.ts'

interface RowCardProps {
  controller: GridController
  /** As it is seen, counted from 0. */
  place: number
  rowCount: number
  selection: 'checkbox' | 'radio'
}

/** One row: its first column as the title, the others that hold something below; what is wrong with it, and what can be done. */
export function RowCard({ controller, place, rowCount, selection }: RowCardProps) {
  const { host } = controller
  const columns = host.columns()
  // Names of files say nothing about a row.
  const head = columns.find(({ view }) => traitsOf(view).files === undefined)
  const number = host.numberOf(place)
  const title = (head && textIn(host, place, head)) || t('第 {row} 行', { row: number })
  const errors = columns.filter(({ name }) => host.errorOf(place, name) !== null).length
  const Tick = selection === 'radio' ? Radio : Checkbox
  const classes = ['sub-card']
  if (errors > 0) classes.push('sub-card-wrong')
  if (host.isReloaded(place)) classes.push('data-grid-reloaded')
  const acts = actsOf(host, place, rowCount)
  return (
    <li>
      <article className={classes.join(' ')} aria-label={title}>
        <header className="sub-card-head">
          {!host.disabled && (
            <Tick
              checked={host.isChecked(place)}
              disabled={!host.mayCheck(place)}
              onChange={({ target }) => host.onCheck(place, target.checked)}
              aria-label={t('选择第 {row} 行', { row: number })}
            />
          )}
          <span className="sub-card-number">{number}</span>
          <Button
            type="link"
            className="sub-card-title"
            onClick={() => head && host.openField(place, head)}
            disabled={!head}
          >
            {title}
          </Button>
          {errors > 0 && <span className="sub-card-error">{t('{count} 处错误', { count: errors })}</span>}
          {acts.length > 0 && (
            <Dropdown menu={{ items: acts }} trigger={['click']} placement="bottomRight">
              <Button
                type="text"
                icon={<MoreOutlined />}
                aria-label={t('第 {row} 行的操作', { row: number })}
              />
            </Dropdown>
          )}
        </header>
        <dl className="sub-card-facts">
          {columns.map((column) => (
            <Fact key={column.name} host={host} place={place} column={column} isHead={column === head} />
          ))}
        </dl>
      </article>
    </li>
  )
}

interface FactProps {
  host: GridViewHost
  place: number
  column: GridColumn
  /** It stands above already: only what is wrong with it is said. */
  isHead: boolean
}

function Fact({ host, place, column, isHead }: FactProps) {
  const error = host.errorOf(place, column.name)
  const text = isHead ? '' : textIn(host, place, column)
  if (text === '' && error === null) return null
  return (
    <div>
      <dt>{column.title}</dt>
      <dd>
        {text !== '' && <Painted host={host} place={place} column={column} text={text} />}
        {error !== null && <span className="sub-card-error">{error}</span>}
      </dd>
    </div>
  )
}

/** As the grid paints its cell: pictures, tags and colours. */
function Painted({ host, place, column, text }: Omit<FactProps, 'isHead'> & { text: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const values = host.valuesOf(place)
  const isSwitch = column.editor === 'checkbox'
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    current.replaceChildren()
    if (isSwitch) current.textContent = text
    else column.paint(current, valueIn(values, column), host.textOf(column, valueIn(values, column)), values)
    // Beside its label a number stands where every other value does.
    current.className = 'sub-card-value'
    current.style.textAlign = ''
  }, [column, host, values, isSwitch, text])
  return <span ref={element} className="sub-card-value" />
}

const valueIn = (values: Readonly<Row>, { name }: GridColumn) => values[name] ?? null

function textIn(host: GridViewHost, place: number, column: GridColumn): string {
  if (host.isHidden(place, column)) return ''
  const value = valueIn(host.valuesOf(place), column)
  if (column.editor === 'checkbox') {
    const [on, off] = column.switchOptions
    return value === null ? '' : isOn(value, on.value) ? on.text : off.text
  }
  return column.textOf(value, host.textOf(column, value))
}

/** What may be done with a row. */
function actsOf(host: GridViewHost, place: number, rowCount: number): NonNullable<MenuProps['items']> {
  if (host.disabled) return []
  const acts: NonNullable<MenuProps['items']> = []
  if (host.mayMove())
    acts.push(
      {
        key: 'up',
        label: t('上移'),
        disabled: place === 0,
        onClick: () => void host.onMove(place, 1, place - 1),
      },
      {
        key: 'down',
        label: t('下移'),
        disabled: place === rowCount - 1,
        onClick: () => void host.onMove(place, 1, place + 1),
      },
    )
  if (host.mayAdd())
    acts.push(
      { key: 'copy', label: t('复制'), onClick: () => host.onDuplicate(place) },
      { key: 'below', label: t('下方插入行'), onClick: () => host.onInsert(place + 1) },
    )
  if (host.mayRemove() && host.mayCheck(place))
    acts.push({ key: 'remove', label: t('删除'), danger: true, onClick: () => host.onRemove(place, place) })
  return acts
}
