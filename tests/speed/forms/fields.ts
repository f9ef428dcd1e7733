import type { DocumentRule, FormDocument, Property } from '#schemas/page/form.ts'

const KINDS = ['text', 'number', 'list', 'date', 'switch', 'textarea'] as const
/** Kinds that are measured in forms of nothing else. */
export const KINDS_ALONE = [
  'radio',
  'checkbox',
  'list_multi',
  'datetime',
  'time',
  'password',
  'rate',
  'color',
  'tags',
  'cron',
] as const
export type BenchKind = (typeof KINDS)[number] | (typeof KINDS_ALONE)[number]

/** A form to be measured: so many fields, of kinds in turn or of one kind, and so many rules. */
export interface BenchForm {
  count: number
  kind?: BenchKind
  rules?: number
}

/** The same fields for every peer: every fifth required. */
export function benchFields({ count, kind }: BenchForm) {
  return Array.from({ length: count }, (_, index) => ({
    name: `f${index}`,
    title: `字段${index}`,
    kind: kind ?? KINDS[index % KINDS.length] ?? 'text',
    required: index % 5 === 0,
  }))
}

/** Choices of the list fields. */
export const CHOICES = [
  { value: '1', text: '甲' },
  { value: '2', text: '乙' },
  { value: '3', text: '丙' },
]

const CHOOSING: readonly BenchKind[] = ['list', 'radio', 'checkbox', 'list_multi']

/** The fields as a form document. */
export function benchDocument(form: BenchForm): FormDocument {
  const properties: Record<string, Property> = {}
  const fields = benchFields(form)
  for (const { name, title, kind } of fields) {
    properties[name] = {
      type: kind === 'number' || kind === 'rate' ? 'number' : 'string',
      title,
      view: kind,
      ...(kind === 'text' || kind === 'textarea' ? { maxLength: 200 } : {}),
      ...(CHOOSING.includes(kind) ? { dict: CHOICES } : {}),
    }
  }
  return {
    kind: 'form',
    code: `bench_${form.count}`,
    title: `${form.count} 字段`,
    schema: {
      type: 'object',
      required: fields.filter((field) => field.required).map((field) => field.name),
      properties,
    },
    layout: { columns: 2 },
    ...(form.rules ? { rules: benchRules(form.rules) } : {}),
  }
}

/** Rules over a form of kinds in turn: each tenth reads the first text field, a third calculates numbers. */
function benchRules(count: number): DocumentRule[] {
  const at = (index: number, kind: (typeof KINDS)[number]) => `f${index * KINDS.length + KINDS.indexOf(kind)}`
  return Array.from({ length: count }, (_, index): DocumentRule => {
    const place = Math.floor(index / 2)
    const field = index % 10 === 0 ? 'f0' : at(place, 'text')
    if (index % 3 === 0)
      // biome-ignore lint/suspicious/noThenProperty: the keyword of the document
      return { then: { value: { [at(place, 'number')]: `length(${field}) * 2 + ${index}` } } }
    return {
      if: { field, rule: 'eq', val: `vip${index}` },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of the document
      then: { require: [at(place, 'list')] },
    }
  })
}
