import type { StagedRow } from '#schemas/api/import-workbench.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Session } from '../../permission/session.ts'
import { areaText } from '../area/area-text.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import { addTexts, formView } from '../online-form/index.ts'
import type { ReadLines } from './judging.ts'
import type { JudgedLine, KeptFile } from './staged-files.ts'

/** Lines as they are shown, with the texts of what they replace. */
export async function shownLines(
  { dictionaries, say }: { dictionaries: Pick<Dictionaries, 'texts'>; say(sentence: string): string },
  form: CompiledForm,
  session: Session,
  lines: readonly JudgedLine[],
  read: ReadLines,
): Promise<StagedRow[]> {
  const replaced = lines.map(({ was }): Row => ({ ...was }))
  await addTexts(formView(session, form), replaced, session, dictionaries, areaText)
  return lines.map((line, at) => ({
    no: line.no,
    line: line.line,
    values: read(line).shown,
    problems: problemsOf(form, line, say),
    sort: line.record === null ? 'new' : line.was && Object.keys(line.was).length > 0 ? 'changed' : 'same',
    was: replaced[at] ?? {},
  }))
}

/** All that is wrong with a line, also that lines before it have the same values. */
function problemsOf(
  form: CompiledForm,
  { problems, repeats }: JudgedLine,
  say: (sentence: string) => string,
): StagedRow['problems'] {
  const titleOf = (name: string) => form.fields.find((field) => field.name === name)?.title ?? name
  const repeated = repeats.map(({ columns, line }) => {
    const names = columns === '' ? [] : columns.split(',')
    const titles = names.map(titleOf).join('、')
    if (line === null) return { field: names[0] ?? '', message: `${titles}与已导入的行重复` }
    const message = names.length > 0 ? `${titles}与第 ${line} 行重复` : `与第 ${line} 行修改的是同一条记录`
    return { field: names[0] ?? '', message }
  })
  return [...problems, ...repeated].map(({ field, message }) => ({ field, message: say(message) }))
}

/** Lines that were not taken in, each with the cells that it came with, or what was entered since, and what is wrong. */
export interface RestOfFile {
  name: string
  headings: readonly string[]
  lines: readonly { cells: JudgedLine['cells']; reason: string }[]
}

/** The file that such lines are handed back as. */
export function restOf(
  form: CompiledForm,
  file: KeptFile,
  lines: readonly JudgedLine[],
  say: (sentence: string) => string,
): RestOfFile {
  const places = new Map(Object.entries(file.matches).map(([at, name]) => [name, Number(at)]))
  return {
    name: file.name,
    headings: file.columns.map(({ heading }) => heading),
    lines: lines.map((line) => {
      const cells = [...line.cells]
      for (const [name, value] of Object.entries(line.edits ?? {})) {
        const at = places.get(name)
        if (at === undefined) continue
        while (cells.length < at) cells.push(null)
        cells[at] = typeof value === 'number' || value === null ? value : String(value)
      }
      const reasons = problemsOf(form, line, say).map(({ message }) => message)
      return { cells, reason: [...new Set(reasons)].join('；') }
    }),
  }
}
