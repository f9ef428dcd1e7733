import type { FormDocument } from '../page/form.ts'
import type { Problem } from './model.ts'

/** Placeholder. */
export function soundDocument(text: string): { document: FormDocument | null; problems: Problem[] } {
  return { document: JSON.parse(text), problems: [] }
}
