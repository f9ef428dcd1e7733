import type { Field, Row } from '#schemas/compile/model.ts'
import { displayText } from '../../widget/display-text.ts'
import { ReadValue } from '../../widget/ReadValue.tsx'
import { useRenderer } from '../../widget/renderer-context.tsx'

/** What stands on a card below its heading; fields without a value are left out. */
export function CardFacts({ fields, row }: { fields: readonly Field[]; row: Row }) {
  const { registry } = useRenderer()
  const told = fields.filter((field) => displayText(registry, field, row) !== '')
  if (told.length === 0) return null
  return (
    <dl className="expo-card-facts">
      {told.map((field) => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd>
            <ReadValue field={field} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
