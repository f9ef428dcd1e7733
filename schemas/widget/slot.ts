import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { SLOT_NAMES } from '../page/slot-names.ts'

/** What the host of the page draws. */
export const slotOptions = Type.Object(
  {
    name: Type.Optional(
      described(Type.String(), `The part of the host that draws the value: ${SLOT_NAMES.join(', ')}.`),
    ),
  },
  { additionalProperties: false },
)
export type SlotOptions = Static<typeof slotOptions>
