import { SlotContent, type SlotProps } from '#renderer/index.ts'

/** A cell that the host draws. */
export function SlotCell(props: SlotProps) {
  return <SlotContent name={String(props.field.options.name ?? '')} {...props} />
}
