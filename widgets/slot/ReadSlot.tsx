import { type ReadProps, SlotContent } from '#renderer/index.ts'
import type { SlotOptions } from '#schemas/widget/slot.ts'

const KEEP = () => {}

/** A value that the host draws where it is read. */
export function ReadSlot({ field, value, options, row }: ReadProps<SlotOptions, string>) {
  return (
    <SlotContent
      name={options.name ?? ''}
      field={field}
      value={value}
      row={row}
      disabled={true}
      onChange={KEEP}
    />
  )
}
