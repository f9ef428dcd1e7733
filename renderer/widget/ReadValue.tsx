import type { Row, ShownField } from '#schemas/compile/model.ts'
import { ShortText } from '../kit/ShortText.tsx'
import { displayText } from './display-text.ts'
import { RecordLink } from './RecordLink.tsx'
import { useRenderer } from './renderer-context.tsx'
import { WidgetBoundary } from './WidgetBoundary.tsx'

/** What stands where there is no value. */
const NO_VALUE = '-'

interface Props {
  field: ShownField
  row: Readonly<Row>
  /** There is room for all of it: in details, not in a list or on a card. */
  whole?: boolean
  /** Longest text that is shown; a kind that draws its values itself is not cut. */
  limit?: number | undefined
}

/** A field's value in a record where it is read: in a list's cell, in details, on a card. */
export function ReadValue({ field, row, whole = false, limit }: Props) {
  const { registry } = useRenderer()
  const text = displayText(registry, field, row)
  if (text === '') return <span className="expo-no-value">{NO_VALUE}</span>
  return (
    <RecordLink href={field.href} row={row}>
      <Drawn field={field} row={row} text={text} whole={whole} limit={limit} />
    </RecordLink>
  )
}

function Drawn({ field, row, text, whole, limit }: Props & { text: string; whole: boolean }) {
  const { registry } = useRenderer()
  const widget = registry.find('display', field.view)
  const Read = widget?.read
  if (!widget || !Read) return limit === undefined ? text : <ShortText text={text} limit={limit} />
  const value = Object.hasOwn(row, field.name) ? row[field.name] : null
  return (
    <WidgetBoundary kind={field.view} name={field.name}>
      <Read
        field={field}
        value={widget.codec.parse(value)}
        options={field.options}
        text={text}
        whole={whole}
        row={row}
      />
    </WidgetBoundary>
  )
}
