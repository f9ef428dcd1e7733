export { cachedTexts } from './read/cached-texts.ts'
export { countEntering, rowsAsked } from './read/entering-rows.ts'
export { type FormView, formView, SECRET_MASK } from './read/form-view.ts'
export { type LookupTable, lookupTable } from './read/lookup-table.ts'
export { createFormReader, type FormReader } from './read/reader.ts'
export { createRecordSearch, type RecordSearch } from './read/record-search.ts'
export type { RecordSource } from './read/record-source.ts'
export { recycledChanges } from './read/recycled-rows.ts'
export { createRowAccess } from './read/row-access.ts'
export { createRowCount, type RowCount } from './read/row-count.ts'
export { type AreaText, addTexts, type TextColumn, textColumns } from './read/row-texts.ts'
export { filtersSeen, listFields } from './read/sub-views.ts'
export { createLimitedRead } from './sql/limited-read.ts'
export { hasTable, recordTable } from './sql/record-table.ts'
export type { OnlineFormParts } from './wire/online-form-parts.ts'
export {
  contextOf,
  firstMessage,
  notSaved,
  offered,
  removed,
  rowOf,
  saved,
  update,
  usableForm,
} from './wire/record-calls.ts'
export { registerOnlineForm } from './wire/routes.ts'
export { type WireRows, wireRoutes } from './wire/wire-routes.ts'
export { type ActionCall, createFormActions, type FormActions } from './write/actions.ts'
export type { Behaviour, FormChange, Step } from './write/behaviour.ts'
export { checkBehaviours } from './write/behaviour-steps.ts'
export { builtInBehaviours } from './write/built-in-behaviours.ts'
export type { KnownValues } from './write/chosen-values.ts'
export type { SentRow } from './write/keep-each.ts'
export type { PastChange } from './write/past-change.ts'
export { Refused } from './write/refusal.ts'
export type { LostRow } from './write/row-again.ts'
export { writableFields } from './write/row-input.ts'
export { lockTree } from './write/tree-rows.ts'
export { type ActionStep, createFormWriter, type FormWriter, type Together } from './write/writer.ts'
export type { WriteContext } from './write/writer-parts.ts'
