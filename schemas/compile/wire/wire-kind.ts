/** Kinds that clients of the wire do not know, and what they are to them. */
const TOLD_AS: Readonly<Record<string, string>> = {
  icon: 'text',
  color: 'text',
  sel_role: 'text',
  sel_position: 'text',
  tags: 'text',
  progress: 'number',
  slot: 'text',
}

/** A widget kind as clients of the wire know it. */
export function wireKind(kind: string): string {
  return Object.hasOwn(TOLD_AS, kind) ? (TOLD_AS[kind] ?? kind) : kind
}
