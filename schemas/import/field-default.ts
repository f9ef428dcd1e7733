import type { Property } from '../page/form.ts'
import { isDate, isDatetime, isNumberText, isTime } from '../rules/wire-values.ts'
import type { Notes } from './import-note.ts'

type Defaults = Pick<Property, 'default' | 'defaultFrom'>

const VARIABLES: Readonly<Record<string, NonNullable<Property['defaultFrom']>>> = {
  date: { now: 'date' },
  sys_date: { now: 'date' },
  time: { now: 'time' },
  sys_time: { now: 'datetime' },
  datetime: { now: 'datetime' },
  sys_user_id: { user: 'id' },
  sys_user_code: { user: 'username' },
  sys_user_name: { user: 'realname' },
  sys_org_code: { user: 'orgCode' },
}

/** What a default is for. */
export interface DefaultFor {
  field: string
  view: string
  type: Property['type']
  dated: 'date' | 'datetime' | null
  maxLength?: number
}

/** Reads a default of the definition: constant, `#{variable}` or `${rule}`; scripts are told and left out. */
export function fieldDefault(written: string, target: DefaultFor, notes: Notes): Defaults {
  if (written === '') return {}
  const variable = /^#\{\s*([\w.]+)\s*\}$/.exec(written)?.[1]
  if (variable !== undefined) {
    const name = variable.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const source = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined
    if (source && fits(source, target)) return { defaultFrom: source }
    notes.add(target.field, `默认值 "${written}"`, source ? '与字段类型不符' : '未知的变量')
    return {}
  }
  const rule = /^\$\{\s*([\w-]+)\s*(\?[^}]*)?\}$/.exec(written)
  if (rule?.[1]) {
    if (rule[2]) notes.add(target.field, `默认值 "${written}"`, '填值规则不随其他字段重新计算')
    return { defaultFrom: { fillRule: rule[1] } }
  }
  if (/\{\{|[#$]\{/.test(written)) {
    notes.add(
      target.field,
      `默认值 "${written}"`,
      written.includes('{{') ? '文档中没有脚本' : '变量不能与文本混用',
    )
    return {}
  }
  return constant(written, target, notes)
}

function fits(source: NonNullable<Property['defaultFrom']>, { dated, type, view }: DefaultFor): boolean {
  if ('now' in source) {
    if (dated === 'date') return source.now !== 'time'
    if (dated === 'datetime') return source.now === 'datetime' || source.now === 'date'
    return type === 'string' && (view !== 'time' || source.now === 'time')
  }
  return type === 'string' && dated === null && view !== 'time'
}

function constant(written: string, target: DefaultFor, notes: Notes): Defaults {
  const refuse = (why: string): Defaults => {
    notes.add(target.field, `默认值 "${written}"`, why)
    return {}
  }
  const quoted = /^'(.*)'$/s.exec(written)?.[1] ?? written
  if (/^(current_timestamp|now)(\(\d*\))?$/i.test(quoted))
    return target.dated ? { defaultFrom: { now: target.dated } } : refuse('与字段类型不符')
  if (target.type !== 'string') {
    if (!isNumberText(quoted)) return refuse('不是数字')
    const value = Number(quoted)
    return target.type === 'integer' && !Number.isInteger(value) ? refuse('不是整数') : { default: value }
  }
  if (target.dated === 'date' && !isDate(quoted)) return refuse('不是日期')
  if (target.dated === 'datetime' && !isDatetime(quoted) && !isDate(quoted)) return refuse('不是日期时间')
  if (target.view === 'time' && target.dated === null && !isTime(quoted) && !isTime(`${quoted}:00`))
    return refuse('不是时间')
  if (target.maxLength !== undefined && [...quoted].length > target.maxLength)
    return refuse(`超过 ${target.maxLength} 个字`)
  return { default: quoted }
}
