import { createHash } from 'node:crypto'
import type { FormPage } from '#schemas/api/page.ts'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import { actionCode, actionRight, isDeclared } from '#schemas/compile/action-code.ts'
import { plainDocument } from '#schemas/compile/check-document.ts'
import { fieldsIn } from '#schemas/compile/condition-fields.ts'
import { withTexts } from '#schemas/compile/document-texts.ts'
import { subFieldOf } from '#schemas/compile/joint-query.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { printSeen } from '#schemas/compile/print-names.ts'
import type { ChangedAction, DeclaredAction } from '#schemas/page/action.ts'
import { ADDRESS_FIELD } from '#schemas/page/action-words.ts'
import type { DictOption, FormAction, FormDocument } from '#schemas/page/form.ts'
import type { ListLayoutWords } from '#schemas/page/list-layout.ts'
import { OWN_LANGUAGE } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { AppError } from '../../../errors.ts'
import { reader, scopeOf } from '../../../language.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { FormEntry } from '../../document/form-entry.ts'
import { formView } from '../read/form-view.ts'
import { listFields } from '../read/sub-views.ts'
import { rulesSeen } from './rules-seen.ts'
import { toldProblems } from './told-problems.ts'

/** Answers the entries of a dictionary as the session's user may see them. */
export interface DictionaryOptions {
  options(
    key: string,
    query: { keyword?: string; pageSize?: number; session: Session },
  ): Promise<readonly { value: string | number; text: string; color?: string; disabled?: boolean }[]>
}

/** Larger dictionaries are searched on the server instead of being sent with the page. */
const SMALL_DICTIONARY = 200

/** Everything a browser needs to draw the page of a form, as this user may see it. */
export async function pageDefinition(
  entry: FormEntry,
  form: CompiledForm,
  session: Session,
  documents: Documents,
  dictionaries: DictionaryOptions,
): Promise<FormPage> {
  const subs = form.subTables.flatMap((sub) => {
    const found = documents.entry(sub.code)
    return found?.form ? [{ code: sub.code, entry: found, form: found.form }] : []
  })
  const all = [{ entry, form }, ...subs]
  const readonly = all.flatMap(({ form: one }) =>
    one.permissions.columns
      // Of a hidden column not even the name is told.
      .filter(
        ({ field: column }) =>
          may(session, 'see', { form: one, column }).allowed &&
          !may(session, 'change', { form: one, column }).allowed,
      )
      .map(({ field }) => (one === form ? field : `${one.code}.${field}`)),
  )
  const designs = may(session, 'use', { permission: FORM_DESIGN }).allowed
  const actions = actionsOf(form, session)
  const subActions = Object.fromEntries(
    subs.map(({ code, form: sub }) => [
      code,
      may(session, 'list', { form: sub }).allowed ? actionsOf(sub, session) : null,
    ]),
  )
  // What the rights come to, and not who has them: users who see the same share the compiled page.
  const seen = all.map((one) => [
    one.entry.version,
    one.entry.synced,
    [...formView(session, one.form).hidden].sort(),
  ])
  const version = createHash('sha256')
    .update(JSON.stringify([seen, actions, subActions, readonly, designs]))
    .digest('hex')
    .slice(0, 16)
  const { language, word } = reader()
  // As the reader reads it. The version says nothing of the language: the page stays the one that is open.
  const told = (code: string, document: FormDocument) =>
    language === OWN_LANGUAGE ? document : withTexts(document, (text) => word(scopeOf.form(code), text))
  return {
    kind: 'form',
    ...(language === OWN_LANGUAGE ? {} : { language }),
    document: told(form.code, plainDocument(prunedDocument(form, session, documents), entry.unresolved)),
    subDocuments: Object.fromEntries(
      subs.map((sub) => [
        sub.code,
        told(sub.code, plainDocument(prunedDocument(sub.form, session, documents), sub.entry.unresolved)),
      ]),
    ),
    version,
    problems: toldProblems(
      all.flatMap((one) => one.entry.problems),
      session,
    ),
    outdated: entry.outdated,
    synced: all.every((one) => one.entry.synced),
    access: {
      actions,
      ...(subs.length > 0 ? { subActions } : {}),
      ...(designs ? { designs } : {}),
      readonly: [...new Set(readonly)],
    },
    dicts: await smallDictionaries(
      all.map((one) => one.form),
      session,
      dictionaries,
    ),
  }
}

/** Codes of the actions that a form offers and the user may use. */
function actionsOf(form: CompiledForm, session: Session): string[] {
  const codes = form.list.actions
    .filter((action) => may(session, actionRight(action), { form }).allowed)
    .map(actionCode)
  // Records of a table of the form's own lie in a bin once they are deleted, open to whoever deletes several.
  return form.table && codes.includes('batch_delete') ? [...codes, 'recycle'] : codes
}

/** True for a control that asks the server while the user types, or brings its own source. */
function asksItself(view: string): boolean {
  const { choices, searches } = traitsOf(view)
  return searches === true || choices === 'table' || choices === 'report'
}

/** Dictionaries of the forms that are small enough to be sent along, by key. */
export async function smallDictionaries(
  forms: readonly CompiledForm[],
  session: Session,
  dictionaries: DictionaryOptions,
): Promise<Record<string, DictOption[]>> {
  const found = new Map<string, DictOption[]>()
  const asked = new Map<string, Promise<void>>()
  for (const form of forms) {
    const { hidden } = formView(session, form)
    for (const item of [...form.fields, ...form.list.query]) {
      const name = 'field' in item ? item.field.name : item.name
      const { dict, dictKey } = item
      if (dict === null || dictKey === null || hidden.has(name) || asksItself(item.view)) continue
      if (Array.isArray(dict)) {
        if (!found.has(dictKey))
          found.set(
            dictKey,
            dict.map((option) => ({ ...option, text: reader().word(scopeOf.form(form.code), option.text) })),
          )
      } else if (!asked.has(dictKey)) {
        asked.set(dictKey, ask(dictKey))
      }
    }
  }

  async function ask(key: string): Promise<void> {
    try {
      const options = await dictionaries.options(key, { pageSize: SMALL_DICTIONARY + 1, session })
      if (options.length <= SMALL_DICTIONARY)
        found.set(
          key,
          options.map(({ value, text, color, disabled }) => ({
            value,
            text,
            ...(color ? { color } : {}),
            ...(disabled ? { disabled } : {}),
          })),
        )
    } catch (error) {
      // A dictionary that is missing spoils its own field only: the widget asks for it and shows the refusal.
      if (!(error instanceof AppError)) throw error
    }
  }

  await Promise.all(asked.values())
  return Object.fromEntries(found)
}

/** The document without the columns that the user may not see, and without the rules that are the server's. */
export function prunedDocument(
  form: CompiledForm,
  session: Session,
  documents: Pick<Documents, 'resolve'>,
): FormDocument {
  const { hidden } = formView(session, form)
  const { permissions: _, texts: __, ...document } = form.document
  const ofSubs = (document.list?.query ?? []).map(nameOf).filter(subFieldOf)
  if (hidden.size === 0 && ofSubs.length === 0) return document
  const seen = (name: string) => !hidden.has(name)
  const find = listFields(documents, form, session)
  const { schema, list, search, layout, rules, indexes, prints } = document
  const pruned: FormDocument = {
    ...document,
    schema: {
      ...schema,
      properties: Object.fromEntries(Object.entries(schema.properties).filter(([name]) => seen(name))),
    },
  }
  if (schema.required) pruned.schema.required = schema.required.filter(seen)
  if (list) {
    pruned.list = { ...list }
    if (list.columns) pruned.list.columns = list.columns.filter((column) => seen(nameOf(column)))
    if (list.query)
      pruned.list.query = list.query.filter((item) => {
        const name = nameOf(item)
        return subFieldOf(name) ? find(name) !== null : seen(name)
      })
    if (list.layouts) pruned.list.layouts = layoutsSeen(list.layouts, seen)
    if (list.groupBy !== undefined && !seen(list.groupBy)) delete pruned.list.groupBy
    if (list.actions) pruned.list.actions = list.actions.flatMap((action) => actionSeen(action, seen))
    if (list.sort)
      pruned.list.sort = list.sort
        .split(',')
        .filter((part) => seen(part.trim().split(/\s+/)[0] ?? ''))
        .join(',')
  }
  if (search) {
    const searched = search.filter(seen)
    if (searched.length > 0) pruned.search = searched
    else delete pruned.search
  }
  if (layout?.groups)
    pruned.layout = {
      ...layout,
      groups: layout.groups
        .map((group) => ({ ...group, fields: group.fields.filter(seen) }))
        .filter((group) => group.fields.length > 0),
    }
  if (rules) pruned.rules = rulesSeen(rules, seen)
  if (prints) pruned.prints = prints.map((template) => printSeen(template, seen))
  if (indexes) pruned.indexes = indexes.filter((index) => index.columns.every(seen))
  return pruned
}

/** The field of an entry of a list. */
const nameOf = (entry: string | { field: string }) => (typeof entry === 'string' ? entry : entry.field)

/** Layouts that the columns are left for, without the others. */
function layoutsSeen(
  layouts: readonly ListLayoutWords[],
  seen: (name: string) => boolean,
): ListLayoutWords[] {
  return layouts.flatMap((layout): ListLayoutWords[] => {
    if (layout.kind === 'table') return [layout]
    const { label, ...rest } = layout
    const needed = rest.kind === 'board' ? rest.groupBy : rest.kind === 'calendar' ? rest.start : rest.image
    if (!seen(needed)) return []
    const shown = label !== undefined && seen(label) ? { label } : {}
    if (rest.kind !== 'calendar')
      return [{ ...rest, ...shown, ...(rest.fields ? { fields: rest.fields.filter(seen) } : {}) }]
    const { end, ...calendar } = rest
    return [{ ...calendar, ...shown, ...(end !== undefined && seen(end) ? { end } : {}) }]
  })
}

/**
 * An action without the columns that the user may not see. A condition on one cannot be judged in the browser and would tell
 * of it, so there the server alone decides; an address made of one cannot be opened.
 */
function actionSeen(action: FormAction, seen: (name: string) => boolean): FormAction[] {
  if (typeof action === 'string') return [action]
  if (!isDeclared(action)) return [withSeenCondition(action, seen)]
  const { does } = action
  if ('go' in does && ![...does.go.matchAll(ADDRESS_FIELD)].every(([, name = '']) => seen(name))) return []
  return [
    {
      ...withSeenCondition(action, seen),
      does:
        'set' in does
          ? { set: Object.fromEntries(Object.entries(does.set).filter(([name]) => seen(name))) }
          : does,
    },
  ]
}

function withSeenCondition<A extends ChangedAction | DeclaredAction>(
  action: A,
  seen: (name: string) => boolean,
): A {
  if (!action.when || fieldsIn(action.when).every(seen)) return action
  const { when: _, ...rest } = action
  return rest as A
}
