/** Parts of the host that a column of kind `slot` may name: registered in src/slots/index.ts. */
export const SLOT_NAMES = ['qr-code'] as const satisfies readonly string[]
