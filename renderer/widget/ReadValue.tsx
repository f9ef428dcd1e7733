import type { Row, ShownField } from '#schemas/compile/model.ts'
import { unknownOf } from '#schemas/compile/unknown-values.ts'
import { GoneValue } from '../kit/gone-value.tsx'
import { ShortText } from '../kit/ShortText.tsx'
import { displayText } from './display-text.ts'
import { RecordLink } from './RecordLink.tsx'
import { useRenderer } from './renderer-context.tsx'
import { ValueCard } from './ValueCard.tsx'
import { WidgetBoundary } from './WidgetBoundary.tsx'
import type { Widget } from './widget.ts'

/** What stands where there is no value. */
const NO_VALUE = '-'

interface Props {
  field: ShownField
  row: Readonly<Row>
  /** There is room for all of it: in details, not in a list or on a card. */
  whole?: boolean
  /** Longest text that is shown; a kind that draws its values itself is not cut. */
  limit?: number | undefined
  /** Records that the value names may be looked at; not from within such a card. */
  cards?: boolean
}

/** A field's value in a record where it is read: in a list's cell, in details, on a card. */
export function ReadValue({ field, row, whole = false, limit, cards = true }: Props) {
  const { registry } = useRenderer()
  const text = displayText(registry, field, row)
  if (text === '') return <span className="expo-no-value">{NO_VALUE}</span>
  const unknown = unknownOf(row, field.name)
  const value = <Drawn field={field} row={row} text={text} whole={whole} limit={limit} />
  const drawn = unknown.length > 0 ? <GoneValue values={unknown}>{value}</GoneValue> : value
  if (field.href)
    return (
      <RecordLink href={field.href} row={row}>
        {drawn}
      </RecordLink>
    )
  const widget = registry.find('display', field.view)
  const { content, isOffered } = widget?.card ?? {}
  if (!cards || !widget || !content || isOffered?.(field.options, whole) === false) return drawn
  return (
    <ValueCard content={content} field={field} value={storedIn(widget, field, row)} options={field.options}>
      {drawn}
    </ValueCard>
  )
}

function storedIn({ codec }: Widget, { name }: ShownField, row: Readonly<Row>): unknown {
  return codec.parse(Object.hasOwn(row, name) ? row[name] : null)
}

function Drawn({ field, row, text, whole, limit }: Props & { text: string; whole: boolean }) {
  const { registry } = useRenderer()
  const widget = registry.find('display', field.view)
  const Read = widget?.read
  if (!widget || !Read) return limit === undefined ? text : <ShortText text={text} limit={limit} />
  return (
    <WidgetBoundary kind={field.view} name={field.name}>
      <Read
        field={field}
        value={storedIn(widget, field, row)}
        options={field.options}
        text={text}
        whole={whole}
        row={row}
      />
    </WidgetBoundary>
  )
}
