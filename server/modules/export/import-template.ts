import type { Readable } from 'node:stream'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { AppError } from '../../errors.ts'
import { reader as caller, scopeOf } from '../../language.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type OnlineFormParts } from '../online-form/index.ts'
import type { Cell, CellRule, Sheet } from '../spreadsheet/sheet.ts'
import { columnLetters } from '../spreadsheet/sheet-xml.ts'
import { xlsxOf } from '../spreadsheet/xlsx.ts'

/** Longer dictionaries are searched, not chosen from. */
const MOST_CHOICES = 200
/** Title, how to fill it in, headings: as in an exported file; sub tables have headings alone. */
const ROWS_ABOVE = { main: 3, sub: 1 } as const
/** Texts of the hidden sheet that the choices stand on. */
const CHOICES = 'choices'

/** What is typed into one column. */
interface TemplateColumn {
  title: string
  rules: string[]
  choices: readonly string[]
  example: Cell
}

/** The columns of a form or of one of its sub tables. */
interface TemplateTable {
  title: string
  place: keyof typeof ROWS_ABOVE
  columns: readonly TemplateColumn[]
}

/** The empty file of a form and what it is called. */
export type ImportTemplate = (
  form: CompiledForm,
  session: Session,
) => Promise<{ title: string; bytes: Readable }>

/** Makes the empty file that rows are filled into: what the user may enter, with its rules, choices and an example. */
export function createImportTemplate(
  documents: Pick<Documents, 'resolve'>,
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

  async function columnsOf(form: CompiledForm, session: Session, foreignKey?: string) {
    const view = formView(session, form)
    const fields = view.fields.filter(
      ({ name, inForm, readOnly, persist, system }) =>
        inForm &&
        persist &&
        !readOnly &&
        !system &&
        name !== foreignKey &&
        view.columns.has(name) &&
        mayEnter(session, form, name),
    )
    return Promise.all(fields.map((field) => columnOf(form, field, session)))
  }

  async function subTablesOf(form: CompiledForm, session: Session): Promise<TemplateTable[]> {
    const tables: TemplateTable[] = []
    for (const sub of form.subTables) {
      const subForm = documents.resolve(sub.code)
      const columns = subForm ? await columnsOf(subForm, session, sub.foreignKey) : []
      if (!subForm || columns.length === 0) continue
      const title = caller().word(scopeOf.form(subForm.code), sub.title || subForm.title)
      const rules = [
        say('必填'),
        say('主表中对应行的序号'),
        ...(sub.relation === 'one' ? [say('每个序号最多一行')] : []),
      ]
      tables.push({ title, place: 'sub', columns: [numbers(rules), ...columns] })
    }
    return tables
  }

  const numbers = (rules: string[]): TemplateColumn => ({
    ...{ title: say('序号'), rules, choices: [], example: 1 },
  })

  return async (form, session) => {
    const columns = await columnsOf(form, session)
    const title = caller().word(scopeOf.form(form.code), form.title)
    const subs = await subTablesOf(form, session)
    const counted = subs.length > 0 ? [numbers([say('各行不同，子表以它指明所属的行'), say('整数')])] : []
    const main: TemplateTable = { title, place: 'main', columns: [...counted, ...columns] }
    return { title: `${title}${say('导入模板')}`, bytes: xlsxOf(sheetsOf([main, ...subs], say)) }
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
function sheetsOf(tables: readonly TemplateTable[], say: (sentence: string) => string): Sheet[] {
  const heading = (value: string): Cell => ({ value, as: 'heading' })
  const listed = tables.flatMap(({ columns }) => columns).filter(({ choices }) => choices.length > 0)
  const longest = Math.max(0, ...listed.map(({ choices }) => choices.length))
  return [
    ...tables.map((table) => tableSheet(table, listed, tables.length > 1, say)),
    {
      name: say('填写说明'),
      columns: [{ width: 24 }, { width: 60 }, { width: 24 }],
      frozenRows: 1,
      rows: [
        [say('列名'), say('要求'), say('示例')].map(heading),
        ...tables.flatMap(({ title: of, place, columns }) =>
          columns.map(({ title, rules, example }): Cell[] => [
            place === 'sub' ? `${of}·${title}` : title,
            rules.join('；'),
            example,
          ]),
        ),
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

function tableSheet(
  { title, place, columns }: TemplateTable,
  listed: readonly TemplateColumn[],
  hasSubs: boolean,
  say: (sentence: string) => string,
): Sheet {
  const last = columnLetters(Math.max(columns.length, 1))
  const rules = columns.map((column, at): CellRule => {
    const { title, rules, choices } = column
    const letters = columnLetters(listed.indexOf(column) + 1)
    return {
      column: at + 1,
      firstRow: ROWS_ABOVE[place] + 1,
      ...(rules.length > 0 ? { prompt: { title, text: rules.join('；') } } : {}),
      // Several values are typed: Excel lets only one be chosen.
      ...(choices.length > 0 ? { choices: `'${CHOICES}'!$${letters}$1:$${letters}$${choices.length}` } : {}),
    }
  })
  const note = hasSubs
    ? say('从第 4 行开始填写，子表填在各自的工作表中，各列的要求见“填写说明”')
    : say('从第 4 行开始填写，各列的要求见“填写说明”')
  const above: Cell[][] =
    place === 'main' ? [[{ value: title, as: 'title' }], [{ value: note, as: 'note' }]] : []
  return {
    name: title,
    columns: columns.map((column) => ({ width: Math.max(12, column.title.length * 2 + 4) })),
    frozenRows: ROWS_ABOVE[place],
    merged: place === 'main' && columns.length > 1 ? [`A1:${last}1`, `A2:${last}2`] : [],
    rules,
    rows: [...above, columns.map((column): Cell => ({ value: column.title, as: 'heading' }))],
  }
}
