import type { Language } from '#schemas/text/text.ts'
import type { Problem } from '../compile/model.ts'
import type { CompositeDocument } from '../page/composite.ts'
import type { DictOption, FormDocument } from '../page/form.ts'
import type { ListSettings, SavedQueryOfUser } from './list-view.ts'

/** GET /online/document/{code}: all that a browser needs to draw a page, as this user may see it. */
export type PageDefinition = FormPage | CompositePage
export type PageKind = PageDefinition['kind']

/** The page of a form document. */
export interface FormPage {
  kind: 'form'
  /** Language of the texts in it; absent in Chinese. The version says nothing of it. */
  language?: Language
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
    /** Codes of the actions that the document offers and this user may use. */
    actions: string[]
    /** `field` or `subTable.field` that this user may see but not change. */
    readonly: string[]
    /** The same codes of each sub table's own form; null where this user may not list it by itself. Absent without sub tables. */
    subActions?: Record<string, string[] | null>
    /** This user designs forms: the form explains its rules. */
    designs?: true
  }
  /** Small dictionaries used on the page, by dictionary key (schemas/compile/model.ts Field.dictKey). */
  dicts: Record<string, DictOption[]>
  /** How this user set up the lists on it; absent where the server keeps nothing of that. */
  views?: PageViews
}

/** What is kept of the lists of a page. */
export interface PageViews {
  /** Code of the page: a form may stand on several. */
  page: string
  /** What this user set, by the forms of the lists. */
  own: Record<string, ListSettings>
  /** Queries that are saved for this user, by the forms of the lists. */
  saved: Record<string, SavedQueryOfUser[]>
  /** The user shares queries with others. */
  mayShare: boolean
}

/** Two forms on one page, each as this user may see it; parts that the user may not list are left out. */
export interface CompositePage {
  kind: 'page'
  language?: Language
  document: CompositeDocument
  /** The forms by code. */
  forms: Record<string, FormPage>
  version: string
  problems: Problem[]
  outdated: boolean
}
