import { createHash } from 'node:crypto'
import type { PageDefinition } from '#schemas/api/page.ts'
import { FORM_DESIGN } from '#schemas/api/permission-codes.ts'
import { plainDocument } from '#schemas/compile/check-document.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { DictOption, FormDocument } from '#schemas/page/form.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { AppError } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents, FormEntry } from '../document/documents.ts'
import { formView } from './form-view.ts'

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
): Promise<PageDefinition> {
  const subs = form.subTables.flatMap((sub) => {
    const found = documents.entry(sub.code)
    return found?.form ? [{ code: sub.code, entry: found, form: found.form }] : []
  })
  const all = [{ entry, form }, ...subs]
  const readonly = all.flatMap(({ form: one }) =>
    one.permissions.columns
      .filter(({ field }) => !may(session, 'change', { form: one, column: field }).allowed)
      .map(({ field }) => (one === form ? field : `${one.code}.${field}`)),
  )
  const designs = may(session, 'use', { permission: FORM_DESIGN }).allowed
  const actions = form.list.actions.filter((action) => may(session, action, { form: form.code }).allowed)
  // What the rights come to, and not who has them: users who see the same share the compiled page.
  const seen = all.map((one) => [
    one.entry.version,
    one.entry.synced,
    [...formView(session, one.form).hidden].sort(),
  ])
  const version = createHash('sha256')
    .update(JSON.stringify([seen, actions, readonly, designs]))
    .digest('hex')
    .slice(0, 16)
  return {
    document: plainDocument(prunedDocument(form, session), entry.unresolved),
    subDocuments: Object.fromEntries(
      subs.map((sub) => [sub.code, plainDocument(prunedDocument(sub.form, session), sub.entry.unresolved)]),
    ),
    version,
    problems: all
      .flatMap((one) => one.entry.problems)
      .filter((problem) => problem.severity === 'error' || designs),
    outdated: entry.outdated,
    synced: all.every((one) => one.entry.synced),
    access: {
      actions,
      readonly: [...new Set(readonly)],
    },
    dicts: await smallDictionaries(
      all.map((one) => one.form),
      session,
      dictionaries,
    ),
  }
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
        if (!found.has(dictKey)) found.set(dictKey, dict)
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
export function prunedDocument(form: CompiledForm, session: Session): FormDocument {
  const { hidden } = formView(session, form)
  const { permissions: _, ...document } = form.document
  if (hidden.size === 0) return document
  const seen = (name: string) => !hidden.has(name)
  const { schema, list, layout, rules, indexes } = document
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
    if (list.columns)
      pruned.list.columns = list.columns.filter((column) =>
        seen(typeof column === 'string' ? column : column.field),
      )
    if (list.query)
      pruned.list.query = list.query.filter((item) => seen(typeof item === 'string' ? item : item.field))
    if (list.sort)
      pruned.list.sort = list.sort
        .split(',')
        .filter((part) => seen(part.trim().split(/\s+/)[0] ?? ''))
        .join(',')
  }
  if (layout?.groups)
    pruned.layout = {
      ...layout,
      groups: layout.groups
        .map((group) => ({ ...group, fields: group.fields.filter(seen) }))
        .filter((group) => group.fields.length > 0),
    }
  if (rules)
    // A condition on a hidden column cannot be judged in the browser, and would tell of it.
    pruned.rules = rules
      .filter((rule) => fieldsIn(rule.if).every(seen))
      .map((rule) => ({
        ...rule,
        // biome-ignore lint/suspicious/noThenProperty: `then` is the document's keyword
        then: Object.fromEntries(
          Object.entries(rule.then).map(([effect, names]) => [effect, (names ?? []).filter(seen)]),
        ),
      }))
  if (indexes) pruned.indexes = indexes.filter((index) => index.columns.every(seen))
  return pruned
}

function fieldsIn(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(fieldsIn)
  if ('or' in condition) return condition.or.flatMap(fieldsIn)
  return [condition.field]
}
