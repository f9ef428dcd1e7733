import { choiceSource } from '#schemas/compile/choice-source.ts'
import { filterOf } from '#schemas/compile/compile-form.ts'
import { isNumeric } from '#schemas/compile/is-numeric.ts'
import type { CompiledForm, Field, QueryItem } from '#schemas/compile/model.ts'
import { type QueryWords, queryWords } from '#schemas/compile/wire/query-record.ts'
import type { ConditionRule } from '#schemas/page/condition.ts'
import { storedKey } from '#schemas/widget/stored-key.ts'
import { traitsOf, type WidgetTraits } from '#schemas/widget/traits.ts'
import type { PageModel } from './page-model.ts'

/** A field that the advanced query may ask about. */
export interface QueryField {
  /** `<sub table>@<field>` for one of a sub table. */
  name: string
  title: string
  /** The sub table that it stands in. */
  sub: string | null
  rules: readonly ConditionRule[]
  /** The control for one value. */
  one: Field
  /** The control for several; null where they are typed. */
  several: Field | null
}

/** The control of a filter: the field as its query item changes it. */
export function filterField(
  { field, view, options, dict, dictKey, title }: QueryItem,
  more: Readonly<Record<string, unknown>> = {},
): Field {
  return {
    ...field,
    view,
    options: { ...options, ...more },
    dict,
    dictKey,
    title,
    required: false,
    readOnly: false,
  }
}

/** Fields of a form and of its sub tables that can be asked about; `takenFrom` says which of them this user does not have. */
export function queryFields(
  { form, subs }: PageModel,
  takenFrom: (form: CompiledForm) => ReadonlySet<string>,
): QueryField[] {
  return [
    ...fieldsOf(form, takenFrom(form), null),
    ...subs.flatMap((sub) => fieldsOf(sub.form, takenFrom(sub.form), sub)),
  ]
}

function fieldsOf(
  form: CompiledForm,
  taken: ReadonlySet<string>,
  sub: PageModel['subs'][number] | null,
): QueryField[] {
  return form.fields.flatMap((field) => {
    const { hidden, secret } = traitsOf(field.view)
    if (!field.persist || hidden || secret || field.column.type === 'Blob' || taken.has(field.name)) return []
    const item = filterOf(form, field)
    return {
      name: sub ? `${sub.sub.code}@${field.name}` : field.name,
      title: field.title,
      sub: sub?.title ?? null,
      rules: rulesOf(item),
      one: oneOf(item),
      several: severalOf(item),
    }
  })
}

/** What the advanced query says of a field of the page; nothing of one that the page does not have. */
export function wordsOf({ form, subs }: PageModel): (name: string) => QueryWords {
  return (name) => {
    const [first = '', ...rest] = name.split('@')
    const owner = rest.length > 0 ? subs.find(({ sub }) => sub.code === first)?.form : form
    const field = owner?.fields.find((one) => one.name === (rest.length > 0 ? rest.join('@') : first))
    return field ? queryWords(field) : {}
  }
}

const EMPTINESS = ['empty', 'not_empty'] as const
const TEXT = ['like', 'eq', 'ne', 'right_like', 'left_like', 'in', ...EMPTINESS] as const
const LONG_TEXT = ['like', 'not_like', 'eq', 'ne', 'right_like', 'left_like', ...EMPTINESS] as const
const ORDER = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
const NUMBER = [...ORDER, 'in', ...EMPTINESS] as const
const MOMENT = [...ORDER, ...EMPTINESS] as const
const CHOICE = ['eq', 'ne', 'in', ...EMPTINESS] as const
/** Of choices of which the control takes one only. */
const SINGLE_CHOICE = ['eq', 'ne', ...EMPTINESS] as const
const SHOWN_TEXT = ['eq', 'ne', 'like', 'in', ...EMPTINESS] as const

/** The rules that make sense for a field; the first is the one to begin with. */
function rulesOf(item: QueryItem): readonly ConditionRule[] {
  const { field } = item
  const traits = traitsOf(field.view)
  if (traits.choices === 'report') return SHOWN_TEXT
  if (offersChoices(item)) return severalOf(item) ? CHOICE : SINGLE_CHOICE
  if (traits.files || traits.longText) return LONG_TEXT
  if (traits.calendar || field.column.type === 'Date' || field.column.type === 'Datetime') return MOMENT
  return isNumeric(field) ? NUMBER : TEXT
}

function offersChoices(item: QueryItem): boolean {
  return choiceSource(filterField(item)) !== null
}

/** The kind for one choice of a dictionary, and the kind for several. */
const ONE = 'list'
const SEVERAL = 'list_multi'

/** The control for one value, also of a field that holds several. */
function oneOf(item: QueryItem): Field {
  const traits = traitsOf(item.view)
  if (traits.several === 'always' || (traits.numeric && offersChoices(item)))
    return filterField({ ...item, view: ONE })
  return takesSeveral(traits) ? filterField(item, countOptions(item, traits, false)) : filterField(item)
}

function severalOf(item: QueryItem): Field | null {
  const traits = traitsOf(item.view)
  if (traits.several === 'always') return filterField(item)
  if (takesSeveral(traits)) return filterField(item, countOptions(item, traits, true))
  const isOfDictionary = traits.choices === 'dict' || traits.plainText || traits.numeric
  return isOfDictionary && offersChoices(item) ? filterField({ ...item, view: SEVERAL }) : null
}

/** Whether the control of a kind takes one or several, as its options say. */
function takesSeveral({ several, severalOption, choices, table, chain }: WidgetTraits): boolean {
  if (several === 'unlessSaid' || severalOption !== undefined) return true
  return choices === 'table' && table !== undefined && chain === undefined
}

function countOptions(
  { options }: QueryItem,
  { severalOption }: WidgetTraits,
  several: boolean,
): Record<string, unknown> {
  return {
    multiSelect: several,
    ...(severalOption ? { [severalOption]: several } : {}),
    // Another number of choices must not compare another column.
    ...(options.returnKeys ? { store: storedKey(options, '') } : {}),
  }
}
