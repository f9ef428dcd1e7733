import type { Readable } from 'node:stream'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { AppError } from '../../errors.ts'
import { reader as caller, scopeOf } from '../../language.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { formView, type OnlineFormParts } from '../online-form/index.ts'
import type { Cell, CellRule, Sheet } from '../spreadsheet/sheet.ts'
import { columnLetters } from '../spreadsheet/sheet-xml.ts'
import { xlsxOf } from '../spreadsheet/xlsx.ts'

/** Longer dictionaries are searched, not chosen from. */
const MOST_CHOICES = 200
/** Title, how to fill it in, headings: as in an exported file. */
const FIRST_ROW = 4
/** Texts of the hidden sheet that the choices stand on. */
const CHOICES = 'choices'

/** What is typed into one column. */
interface TemplateColumn {
  title: string
  rules: string[]
  choices: readonly string[]
  example: Cell
}

/** The empty file of a form and what it is called. */
export type ImportTemplate = (
  form: CompiledForm,
  session: Session,
) => Promise<{ title: string; bytes: Readable }>

/** Makes the empty file that rows are filled into: what the user may enter, with its rules, choices and an example. */
export function createImportTemplate(
  dictionaries: OnlineFormParts['dictionaries'],
  say: (sentence: string) => string,
): ImportTemplate {
  async function choicesOf({ dictKey, view }: Field, session: Session): Promise<readonly string[]> {
    if (dictKey === null || traitsOf(view).choices === undefined) return []
    try {
      const found = await dictionaries.options(dictKey, { pageSize: MOST_CHOICES + 1, session })
      return found.length > MOST_CHOICES ? [] : found.map(({ text }) => text)
    } catch (error) {
      // One that is missing or not this user's has no choices to offer.
      if (error instanceof AppError) return []
      throw error
    }
  }

  function rulesOf(field: Field, choices: readonly string[], kind: string): string[] {
    const { type, maxLength = field.column.length, unique } = field.property
    return [
      ...(field.required ? [say('必填')] : []),
      ...(unique ? [say('不能重复')] : []),
      ...(kind === 'date' ? [say('日期，例如 2026-01-31')] : []),
      ...(kind === 'datetime' ? [say('日期时间，例如 2026-01-31 09:00:00')] : []),
      ...(type === 'integer' ? [say('整数')] : type === 'number' ? [say('数字')] : []),
      ...(choices.length > 0 ? [say('从列表中选择')] : []),
      ...(holdsSeveral(field) ? [say('多个值以逗号分隔')] : []),
      ...(type === 'string' && maxLength && choices.length === 0 ? [say(`最多 ${maxLength} 个字`)] : []),
    ]
  }

  async function columnOf(form: CompiledForm, field: Field, session: Session): Promise<TemplateColumn> {
    const kind = formView(session, form).columns.get(field.name)?.kind ?? 'text'
    const choices = await choicesOf(field, session)
    return {
      title: caller().word(scopeOf.form(form.code), field.title || field.name),
      rules: rulesOf(field, choices, kind),
      choices,
      example: choices[0] ?? exampleOf(kind, field.property.type),
    }
  }

  return async (form, session) => {
    const view = formView(session, form)
    const fields = view.fields.filter(
      ({ name, inForm, readOnly, persist, system }) =>
        inForm && persist && !readOnly && !system && view.columns.has(name) && mayEnter(session, form, name),
    )
    const columns = await Promise.all(fields.map((field) => columnOf(form, field, session)))
    const title = caller().word(scopeOf.form(form.code), form.title)
    return { title: `${title}${say('导入模板')}`, bytes: xlsxOf(sheetsOf(title, columns, say)) }
  }
}

function mayEnter(session: Session, form: CompiledForm, column: string): boolean {
  return may(session, 'change', { form, column }).allowed
}

function exampleOf(kind: string, type: string): Cell {
  if (kind === 'date') return '2026-01-31'
  if (kind === 'datetime') return '2026-01-31 09:00:00'
  return type === 'integer' ? 1 : type === 'number' ? 1.5 : null
}

/** Where it is filled in, what each column takes, and the choices, which nobody needs to see. */
function sheetsOf(
  title: string,
  columns: readonly TemplateColumn[],
  say: (sentence: string) => string,
): Sheet[] {
  const heading = (value: string): Cell => ({ value, as: 'heading' })
  const last = columnLetters(Math.max(columns.length, 1))
  const listed = columns.filter(({ choices }) => choices.length > 0)
  const rules = columns.map((column, at): CellRule => {
    const { title, rules, choices } = column
    const letters = columnLetters(listed.indexOf(column) + 1)
    return {
      column: at + 1,
      firstRow: FIRST_ROW,
      ...(rules.length > 0 ? { prompt: { title, text: rules.join('；') } } : {}),
      // Several values are typed: Excel lets only one be chosen.
      ...(choices.length > 0 ? { choices: `'${CHOICES}'!$${letters}$1:$${letters}$${choices.length}` } : {}),
    }
  })
  const longest = Math.max(0, ...listed.map(({ choices }) => choices.length))
  return [
    {
      name: title,
      columns: columns.map((column) => ({ width: Math.max(12, column.title.length * 2 + 4) })),
      frozenRows: FIRST_ROW - 1,
      merged: columns.length > 1 ? [`A1:${last}1`, `A2:${last}2`] : [],
      rules,
      rows: [
        [{ value: title, as: 'title' }],
        [{ value: say('从第 4 行开始填写，各列的要求见“填写说明”'), as: 'note' }],
        columns.map((column) => heading(column.title)),
      ],
    },
    {
      name: say('填写说明'),
      columns: [{ width: 24 }, { width: 60 }, { width: 24 }],
      frozenRows: 1,
      rows: [
        [say('列名'), say('要求'), say('示例')].map(heading),
        ...columns.map(({ title, rules, example }): Cell[] => [title, rules.join('；'), example]),
      ],
    },
    ...(listed.length > 0
      ? [
          {
            name: CHOICES,
            hidden: true as const,
            columns: listed.map(() => ({ width: 20 })),
            rows: Array.from({ length: longest }, (_, at) =>
              listed.map(({ choices }): Cell => choices[at] ?? null),
            ),
          },
        ]
      : []),
  ]
}
