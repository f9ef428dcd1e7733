import { Radio } from 'antd'
import type { Field, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { MergePart } from '../model/merge-record.ts'
import { isSame, type Side } from '../model/merge-row.ts'
import { ValueText } from '../widget/ValueText.tsx'

/** As many columns tell a row from others. */
const TELLING_COLUMNS = 3

interface Props {
  part: MergePart
  side: Side
  isChosen: boolean
  onChoose(): void
}

/** What one side has of a difference, to be chosen. */
export function MergeSide({ part, side, isChosen, onChoose }: Props) {
  const row = part.sides[side]
  // A row that was not there before cannot be brought back to it.
  if (side === 'before' && row === null) return null
  return (
    <Radio name={`conflict-${part.key}`} checked={isChosen} onChange={onChoose}>
      {row === null ? <em>{t('（无此行）')}</em> : isWhole(part) ? <Telling part={part} row={row} /> : null}
      {row !== null && !isWhole(part) ? <Values part={part} row={row} /> : null}
    </Radio>
  )
}

/** What a difference is called: its field, and of a sub row the table and the row. */
export function PartTitle({ part }: { part: MergePart }) {
  const { row, fields } = part
  const name = isWhole(part) ? t('整行') : fields[0]?.title
  if (!row) return <>{name}</>
  const { sub, at, label } = row
  const place =
    sub.sub.relation === 'one' ? sub.title : t('{title} 第 {row} 行', { title: sub.title, row: at + 1 })
  const told = sub.sub.relation === 'one' ? null : tellingFields(sub.form.fields, label)[0]
  return (
    <>
      <span className="expo-conflict-place">
        {place}
        {told ? (
          <>
            {'（'}
            <ValueText field={told} value={label[told.name]} />
            {'）'}
          </>
        ) : null}
      </span>
      {name}
    </>
  )
}

/** The value of the field that is shown; of those that follow it what differs, each under its name. */
function Values({ part, row }: { part: MergePart; row: Row }) {
  const [first, ...others] = part.fields
  const { mine, current } = part.sides
  const differing = others.filter(({ name }, at) => {
    const field = others[at]
    return field && !isSame(field, mine?.[name], current?.[name])
  })
  return (
    <>
      {first ? <Value field={first} row={row} /> : null}
      {differing.map((field) => (
        <div key={field.name}>
          {field.title}
          {'：'}
          <Value field={field} row={row} />
        </div>
      ))}
    </>
  )
}

function Telling({ part, row }: { part: MergePart; row: Row }) {
  return tellingFields(part.fields, row).map((field, at) => (
    <span key={field.name}>
      {at > 0 ? ' · ' : ''}
      <Value field={field} row={row} />
    </span>
  ))
}

function Value({ field, row }: { field: Field; row: Row }) {
  return <ValueText field={field} value={row[field.name]} />
}

function tellingFields(fields: readonly Field[], row: Row): Field[] {
  const filled = fields.filter(
    ({ name, inForm, view }) => inForm && !traitsOf(view).secret && text(row[name]) !== '',
  )
  return filled.slice(0, TELLING_COLUMNS)
}

/** True for a row that one side does not have: it is kept or goes as a whole. */
function isWhole({ sides }: MergePart): boolean {
  return sides.mine === null || sides.current === null
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
