import {
  type ChoiceSource,
  choiceSource,
  dictSource,
  type TableSource,
} from '#schemas/compile/choice-source.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'

/** Columns of a tree of choices. */
export interface TreeColumns {
  text: string
  code: string
  pidField: string
  hasChildField?: string | undefined
}

/** How far a table is open as choices: all rows that the session may see, or only those that a document offers. */
export interface Opening {
  where: Condition | null
}

/**
 * Who may read which rows of which table as choices. A look-up is open to users who may list, add or edit a form that
 * declares it, and to users who may list the table's own form; rules of rows and columns of the table hold on top.
 */
export interface DeclaredLookups {
  /** True for a user who may list, add or edit the form, or a form of which it is a sub table. */
  mayUse(session: Session, form: CompiledForm): boolean
  /** True for a user who may use the form and see the field. */
  mayUseField(session: Session, form: CompiledForm, field: string): boolean
  /** Null when the session may not read these columns as choices. */
  columns(session: Session, form: CompiledForm, text: string, value: string): Opening | null
  /** As `columns`, for a tree: the columns that lead from parent to child are declared, too. */
  tree(session: Session, form: CompiledForm, columns: TreeColumns): Opening | null
  /** True for a user with any grant beside what everybody has: names of people and departments stand on every page. */
  mayReadPlatform(session: Session): boolean
}

/** A field that offers columns of a table as choices. */
interface Declaration {
  form: CompiledForm
  field: string
  where: Condition | null
}

const ACTIONS = ['list', 'add', 'edit'] as const

/** Collected from all documents, and again when they change. */
export function declaredLookups(documents: Documents): DeclaredLookups {
  let known: Map<string, Declaration[]> | null = null
  documents.onChange(() => {
    known = null
  })

  function mayUse(session: Session, form: CompiledForm): boolean {
    const forms = [form, ...documents.mainsOf(form.code).map(({ main }) => main)]
    return forms.some((one) => ACTIONS.some((action) => may(session, action, { form: one }).allowed))
  }

  const mayUseField = (session: Session, form: CompiledForm, field: string) =>
    may(session, 'see', { form, column: field }).allowed && mayUse(session, form)

  function opening(session: Session, form: CompiledForm, key: string): Opening | null {
    if (may(session, 'list', { form }).allowed) return { where: null }
    known ??= collect(documents)
    const usable = (known.get(key) ?? []).filter((one) => mayUseField(session, one.form, one.field))
    if (usable.length === 0) return null
    const conditions = usable.flatMap(({ where }) => where ?? [])
    // One declaration without a condition opens the whole table.
    if (conditions.length < usable.length) return { where: null }
    return { where: conditions.length === 1 && conditions[0] ? conditions[0] : { or: conditions } }
  }

  return {
    mayUse,
    mayUseField,
    columns: (session, form, text, value) => opening(session, form, columnsKey(form.code, text, value)),
    tree: (session, form, columns) => opening(session, form, treeKey(form.code, columns)),
    mayReadPlatform: ({ isAdmin, permissions }) => isAdmin || permissions.size > 0,
  }
}

function collect(documents: Documents): Map<string, Declaration[]> {
  const found = new Map<string, Declaration[]>()
  const add = (key: string, declaration: Declaration) => {
    const known = found.get(key)
    if (known) known.push(declaration)
    else found.set(key, [declaration])
  }
  const addSource = (form: CompiledForm, field: Field, source: ChoiceSource | null) => {
    if (!source || !('table' in source)) return
    const { table } = source
    const code = documents.resolve(table.table)?.code
    if (!code) return
    const declaration = { form, field: field.name, where: narrowing(field, table) }
    add(columnsKey(code, String(table.text), table.value), declaration)
    if (table.declared !== 'options' || !table.tree) return
    const { pidField, hasChildField } = table.tree
    for (const mark of new Set([hasChildField, undefined]))
      add(
        treeKey(code, { text: String(table.text), code: table.value, pidField, hasChildField: mark }),
        declaration,
      )
  }
  for (const { form } of documents.entries()) {
    if (!form) continue
    for (const field of form.fields) addSource(form, field, choiceSource(field))
    for (const { dict, field } of form.list.query) if (dict) addSource(form, field, dictSource(dict))
  }
  return found
}

/** The condition that the document puts on the choices. A chain's condition is about its first level alone. */
function narrowing(field: Field, table: TableSource): Condition | null {
  if (table.declared === 'dict') return table.where ?? null
  if (traitsOf(field.view).chain) return null
  const { condition } = field.options as { condition?: Condition }
  return condition ?? null
}

const columnsKey = (form: string, text: string, value: string) => JSON.stringify([form, text, value])

function treeKey(form: string, { text, code, pidField, hasChildField }: TreeColumns): string {
  return JSON.stringify([form, text, code, pidField, hasChildField || null])
}
