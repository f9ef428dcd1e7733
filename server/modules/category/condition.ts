import { badRequest } from '../../errors.ts'

/** Columns of a category that may be asked for, under the names of the wire and of the table. */
const COLUMNS = {
  id: 'id',
  pid: 'pid',
  name: 'name',
  code: 'code',
  hasChild: 'hasChild',
  has_child: 'hasChild',
} as const

/** What categories must be equal to, by column. */
export type CategoryCondition = readonly { column: (typeof COLUMNS)[keyof typeof COLUMNS]; value: string }[]

/** Reads `condition` of a call, the text of a JSON object: `{"hasChild":"1"}`. */
export function categoryCondition(text: string | undefined): CategoryCondition {
  if (!text) return []
  return Object.entries(objectOf(text)).map(([name, value]) => {
    if (!Object.hasOwn(COLUMNS, name)) throw badRequest(`分类字典不支持按“${name.slice(0, 40)}”过滤`)
    if (typeof value !== 'string' && typeof value !== 'number')
      throw badRequest(`分类字典的条件“${name}”应为文本`)
    return { column: COLUMNS[name as keyof typeof COLUMNS], value: String(value) }
  })
}

function objectOf(text: string): object {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw notAnObject()
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw notAnObject()
  return read
}

const notAnObject = () => badRequest('分类字典的条件应为 JSON 对象，如 {"hasChild":"1"}')
