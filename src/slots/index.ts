import { lazy } from 'react'
import type { SlotRegistry } from '#renderer/index.ts'
import type { SLOT_NAMES } from '#schemas/page/slot-names.ts'

/** The one list of slots: what columns of kind `slot` may be drawn by. */
export const slots = {
  'qr-code': lazy(async () => ({ default: (await import('./QrCodeSlot.tsx')).QrCodeSlot })),
} satisfies SlotRegistry & Record<(typeof SLOT_NAMES)[number], unknown>
