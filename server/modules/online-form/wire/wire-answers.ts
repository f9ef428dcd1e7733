import { actionCode } from '#schemas/compile/action-code.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { type WireColumns, wireColumns } from '#schemas/compile/wire/columns.ts'
import { type WireFormContext, type WireFormItem, wireFormItem } from '#schemas/compile/wire/form-item.ts'
import { type WireQueryItem, wireQueryInfo } from '#schemas/compile/wire/query-info.ts'
import { type V3QueryInfo, v3QueryInfo } from '#schemas/compile/wire/v3.ts'
import { type DictOption, LIST_ACTIONS, type ListAction } from '#schemas/page/form.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { formView } from '../read/form-view.ts'
import { filtersSeen } from '../read/sub-views.ts'
import { type DictionaryOptions, smallDictionaries } from './page-definition.ts'

/** What the answers are made from besides the form. */
export interface WireParts {
  documents: Documents
  dictionaries: DictionaryOptions
}

/** Buttons of the wire that stand for an action. */
const BUTTONS: Readonly<Record<ListAction, readonly string[]>> = {
  add: ['add'],
  edit: ['edit', 'update'],
  detail: ['detail'],
  // The wire has no words for these.
  copy: [],
  batch_edit: [],
  delete: ['delete'],
  batch_delete: ['batch_delete'],
  import: ['import'],
  export: ['export'],
  print: [],
}

/** Result of getColumns for this user. */
export async function wireColumnsOf(
  form: CompiledForm,
  session: Session,
  parts: WireParts,
): Promise<WireColumns> {
  const { documents, dictionaries } = parts
  const dicts = await smallDictionaries([form], session, dictionaries)
  const offered = new Set(form.list.actions.map(actionCode))
  const refused = LIST_ACTIONS.filter(
    (action) => !offered.has(action) || !may(session, action, { form }).allowed,
  )
  return wireColumns(form, {
    dictOptions: optionsByField(form, dicts, ''),
    hidden: formView(session, form).hidden,
    hiddenButtons: refused.flatMap((action) => BUTTONS[action]),
    mains: documents.mainsOf(form.code).map(({ main, sub }) => ({
      table: main.tableName,
      mainField: sub.mainField,
      foreignKey: sub.foreignKey,
      relation: sub.relation,
    })),
  })
}

/** Result of getQueryInfo for this user. */
export function wireQueryInfoOf(
  form: CompiledForm,
  session: Session,
  { documents }: Pick<WireParts, 'documents'>,
): WireQueryItem[] {
  return wireQueryInfo(filtersSeen(documents, form, session))
}

/** Result of getQueryInfoVue3 for this user. */
export async function v3QueryInfoOf(
  form: CompiledForm,
  session: Session,
  parts: WireParts,
): Promise<V3QueryInfo> {
  const { subForms, context } = await formContext(form, session, parts)
  return v3QueryInfo(form, subForms, context)
}

/** Result of getFormItem for this user, sub tables included. */
export async function wireFormItemOf(
  form: CompiledForm,
  session: Session,
  parts: WireParts,
): Promise<WireFormItem> {
  const { subForms, context } = await formContext(form, session, parts)
  return wireFormItem(form, subForms, context)
}

/** What a form and its sub tables look like for this user. */
async function formContext(
  form: CompiledForm,
  session: Session,
  parts: WireParts,
): Promise<{ subForms: Map<string, CompiledForm>; context: WireFormContext }> {
  const { documents, dictionaries } = parts
  const subForms = new Map(
    form.subTables.flatMap((sub) => {
      const subForm = documents.resolve(sub.code)
      return subForm ? [[sub.code, subForm] as const] : []
    }),
  )
  const all = [
    { form, prefix: '' },
    ...[...subForms].map(([code, sub]) => ({ form: sub, prefix: `${code}.` })),
  ]
  const dicts = await smallDictionaries(
    all.map((one) => one.form),
    session,
    dictionaries,
  )
  const names = (select: (one: CompiledForm) => Iterable<string>) =>
    new Set(all.flatMap((one) => [...select(one.form)].map((name) => one.prefix + name)))
  const context: WireFormContext = {
    dictOptions: Object.assign({}, ...all.map((one) => optionsByField(one.form, dicts, one.prefix))),
    hidden: names((one) => formView(session, one).hidden),
    disabled: names((one) =>
      one.permissions.columns
        .map(({ field }) => field)
        .filter((column) => !may(session, 'change', { form: one, column }).allowed),
    ),
    readOnly: !may(session, 'edit', { form }).allowed,
  }
  return { subForms, context }
}

function optionsByField(
  form: CompiledForm,
  dicts: Readonly<Record<string, readonly DictOption[]>>,
  prefix: string,
): Record<string, readonly DictOption[]> {
  return Object.fromEntries(
    form.fields.flatMap(({ name, dictKey }) => {
      const options = dictKey !== null && Object.hasOwn(dicts, dictKey) ? dicts[dictKey] : undefined
      return options ? [[prefix + name, options]] : []
    }),
  )
}
