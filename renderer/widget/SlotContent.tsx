import { Suspense } from 'react'
import { plainText } from './plain-text.ts'
import { useRenderer } from './renderer-context.tsx'
import type { SlotProps } from './slot.ts'

/** The part of the host that has this name; the value as a text where there is none. */
export function SlotContent({ name, ...props }: SlotProps & { name: string }) {
  const { slots = {} } = useRenderer()
  const Part = Object.hasOwn(slots, name) ? slots[name] : undefined
  const text = plainText(props.value)
  return Part ? (
    <Suspense fallback={text}>
      <Part {...props} />
    </Suspense>
  ) : (
    text
  )
}
