import { isWidgetKind, widgetOptions } from '../widget/index.ts'
import { isRecord, shortly } from './dump-row.ts'
import type { Notes } from './import-note.ts'
import { parseLenient } from './lenient-json.ts'

/** What a field's extension JSON adds to a document. */
export interface FieldExtension {
  options: Record<string, unknown>
  message?: string
  wide?: boolean
  fixed?: boolean
  sort?: 'asc' | 'desc'
}

/** Options of pickers that are choices of few words. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  sel_user: { store: ['username', 'id'], text: ['realname', 'username'] },
  sel_depart: { store: ['id', 'orgCode'], text: ['departName', 'orgCode'] },
  date: { picker: ['date', 'week', 'month', 'quarter', 'year'] },
  link_table: { showType: ['select', 'card'] },
  pca: { displayLevel: ['all', 'province', 'city', 'region'] },
}
/** Options that are on or off. */
const YES_OR_NO: ReadonlySet<string> = new Set([
  'multiSelect',
  'isListReadOnly',
  'onlyInteger',
  'pop',
  'popupMulti',
  'allowDownload',
  'allowRemove',
])
/** Options that are values by name. */
const RECORDS: ReadonlySet<string> = new Set(['colors', 'param'])
/** Settings that mean nothing here, and why. */
const WITHOUT_MEANING: Readonly<Record<string, string>> = { labelLength: '标签总是完整显示' }
/** Options that are whole numbers, from the smallest to the largest. */
const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  showLength: [1, 1000],
  rows: [1, 50],
  popHeight: [50, 2000],
  popWidth: [100, 2000],
  precision: [0, 20],
  uploadnum: [0, 100],
}

/** Reads `field_extend_json`; what it cannot place or read becomes a note. */
export function fieldExtension(
  source: string,
  target: { field: string; view: string; numeric: boolean },
  notes: Notes,
): FieldExtension {
  const extension: FieldExtension = { options: {} }
  if (source === '') return extension
  const parsed = parseLenient(source)
  if (Array.isArray(parsed)) {
    switchValues(parsed, extension, target, notes)
    return extension
  }
  if (!isRecord(parsed)) {
    notes.add(target.field, `扩展参数 ${source.slice(0, 100)}`, '不是有效的 JSON，已忽略')
    return extension
  }
  for (const [key, value] of Object.entries(parsed)) readSetting(key, value, extension, target, notes)
  return extension
}

function readSetting(
  key: string,
  value: unknown,
  extension: FieldExtension,
  target: { field: string; view: string; numeric: boolean },
  notes: Notes,
): void {
  if (value === null || value === '') return
  const { field, view } = target
  if (Object.hasOwn(WITHOUT_MEANING, key))
    notes.add(field, `扩展参数 ${key}=${shortly(value)}`, WITHOUT_MEANING[key] ?? '')
  else if (key === 'validateError' && typeof value === 'string') extension.message = value
  else if (key === 'orderRule') {
    if (value === 'asc' || value === 'desc') extension.sort = value
    else notes.add(field, `扩展参数 ${key}=${shortly(value)}`, '应为 asc 或 desc')
  } else if (key === 'isOneRow' || key === 'isFixed') {
    if (isYes(value)) extension[key === 'isOneRow' ? 'wide' : 'fixed'] = true
    else if (!isNo(value)) notes.add(field, `扩展参数 ${key}=${shortly(value)}`, '应为是或否')
  } else if (key === 'switchOptions' && Array.isArray(value)) switchValues(value, extension, target, notes)
  else if (!isWidgetKind(view)) extension.options[key] = value
  else if (key === 'picker' && value === 'default') return
  else if (!Object.hasOwn(widgetOptions[view].properties, key))
    notes.add(field, `扩展参数 ${key}=${shortly(value)}`, `控件 ${view} 没有此选项`)
  else {
    const option = optionValue(view, key, value)
    if (option === undefined) notes.add(field, `扩展参数 ${key}=${shortly(value)}`, '值无效')
    else extension.options[key] = option
  }
}

function optionValue(view: string, key: string, value: unknown): unknown {
  const choices = Object.hasOwn(CHOICES, view) ? CHOICES[view] : undefined
  const allowed = choices && Object.hasOwn(choices, key) ? choices[key] : undefined
  if (allowed) return allowed.find((choice) => plainWord(choice) === plainWord(String(value)))
  const range = Object.hasOwn(NUMBERS, key) ? NUMBERS[key] : undefined
  if (range) {
    const number = Number(value)
    return Number.isInteger(number) && number >= range[0] && number <= range[1] ? number : undefined
  }
  if (YES_OR_NO.has(key)) return isYes(value) ? true : isNo(value) ? false : undefined
  if (RECORDS.has(key)) return isRecord(value) ? value : undefined
  return typeof value === 'string' ? value : undefined
}

/** A word without regard to case and to how its parts are joined: `depart_name` is `departName`. */
function plainWord(word: string): string {
  return word.replaceAll(/[\s_-]+/g, '').toLowerCase()
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true' || value === 'Y'
}

function isNo(value: unknown): boolean {
  return value === false || value === 0 || value === '0' || value === 'false' || value === 'N'
}

function switchValues(
  values: readonly unknown[],
  extension: FieldExtension,
  { field, view, numeric }: { field: string; view: string; numeric: boolean },
  notes: Notes,
): void {
  const [on, off] = values
  const legal = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  if (view !== 'switch') notes.add(field, `扩展参数 ${JSON.stringify(values)}`, `控件 ${view} 没有开关值`)
  else if (values.length !== 2 || !legal(on) || !legal(off) || String(on) === String(off))
    notes.add(field, `开关值 ${JSON.stringify(values)}`, '应为两个不同的值')
  else if (numeric && !(Number.isFinite(Number(on)) && Number.isFinite(Number(off))))
    notes.add(field, `开关值 ${JSON.stringify(values)}`, '列存数字，值应为数字')
  else extension.options.values = numeric ? [Number(on), Number(off)] : [String(on), String(off)]
}
