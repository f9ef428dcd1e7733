import type { Problem } from '../compile/model.ts'
import type { DictOption, FormDocument, ListAction } from '../page/form.ts'

/** GET /online/document/{code}: all that a browser needs to draw a form page, as this user may see it. */
export interface PageDefinition {
  /** Without the columns that this user may not see. */
  document: FormDocument
  /** Sub-table documents by code, pruned likewise. */
  subDocuments: Record<string, FormDocument>
  /** Changes whenever the document or this user's rights to it change. */
  version: string
  /** What is wrong with the document (the page works for what is sound). Warnings go to those who design forms. */
  problems: Problem[]
  /** The newest text cannot be used at all; the version before it is shown. */
  outdated: boolean
  /** False while the table does not match the document. */
  synced: boolean
  access: {
    actions: ListAction[]
    /** `field` or `subTable.field` that this user may see but not change. */
    readonly: string[]
  }
  /** Small dictionaries used on the page, by dictionary key (schemas/compile/model.ts Field.dictKey). */
  dicts: Record<string, DictOption[]>
}
