import { ADDRESS_FIELD } from '../../page/action-words.ts'
import type { FormDocument, Property } from '../../page/form.ts'
import { PATTERN_NAMES } from '../../rules/patterns.ts'
import type { BuiltRule } from '../../rules/valid-type.ts'
import { isWidgetKind, widgetOptions } from '../../widget/index.ts'
import { traitsOf } from '../../widget/traits.ts'
import { columnType } from '../column-type.ts'
import { holdsSeveral } from '../holds-several.ts'
import { checkDict, hasNoChoices, isColumn } from './check-dict.ts'
import { checkOptions } from './check-options.ts'
import type { Findings } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import { patternFault } from './pattern-fault.ts'
import type { References } from './references.ts'
import { isReservedName } from './reserved-names.ts'

const NUMERIC: ReadonlySet<string> = new Set(['int', 'long', 'double', 'BigDecimal'])
/** No unique index reaches into these columns. */
const UNINDEXED: ReadonlySet<string> = new Set(['Text', 'Blob'])
/** Longest text column; more becomes an unbounded text. */
const MAX_LENGTH = 10_485_760

/** Checks one property, as far as its shape is sound. */
export function checkProperty(
  findings: Findings,
  document: FormDocument,
  name: string,
  property: Property,
  references: References,
): void {
  const place = ['schema', 'properties', name]
  const { properties } = document.schema
  if (isReservedName(name))
    findings.error(place, 'reserved-name', `字段名 "${name}" 是系统保留的名称，请改名`, {
      repair: () => delete properties[name],
      atKey: true,
    })
  if (property.title.trim() === '')
    findings.warning([...place, 'title'], 'no-title', `字段 "${name}" 没有标题，将显示字段名`)
  checkView(findings, place, property)
  checkTypes(findings, place, property)
  checkPatterns(findings, place, property)
  checkLimits(findings, place, property)
  const repair = () => findings.unresolved.add(name)
  checkDict(findings, place, property, references, repair)
  checkOptions(findings, document, { place, name, property, repair }, references)
  checkHref(findings, document, place, property)
  checkFillRule(findings, place, property, references)
  if (hasNoChoices(property))
    findings.warning(
      [...place, 'view'],
      'no-dict',
      `控件 ${property.view} 没有字典（dict），没有可选项，以${property.type === 'string' ? '文本框' : '数字框'}代替`,
      { repair },
    )
  const { notBefore } = property
  if (notBefore !== undefined && !Object.hasOwn(properties, notBefore))
    findings.warning([...place, 'notBefore'], 'unknown-field', `字段 "${notBefore}" 不存在`, {
      suggestion: didYouMean(notBefore, Object.keys(properties)),
    })
  if (property.unique && (property.db?.persist === false || UNINDEXED.has(columnType(name, property).type)))
    findings.warning([...place, 'unique'], 'no-effect', '不存储的字段和长文本字段不能保证唯一')
}

function checkView(findings: Findings, place: readonly string[], property: Property): void {
  const { view } = property
  if (isWidgetKind(view)) return
  const kinds = Object.keys(widgetOptions)
  findings.error([...place, 'view'], 'unknown-view', `未知的控件 "${view}"，应为 ${kinds.join('、')} 之一`, {
    suggestion: didYouMean(view, kinds),
  })
}

function checkTypes(findings: Findings, place: readonly string[], property: Property): void {
  const { type, view, db, format } = property
  const { alwaysText, calendar } = traitsOf(view)
  if (type !== 'string' && (alwaysText || (format !== undefined && format !== null)))
    findings.error(
      [...place, 'type'],
      'type',
      `${alwaysText ? `控件 ${view}` : `格式 ${format}`} 的值是文本，type 应为 string`,
      {
        repair: () => {
          property.type = 'string'
          if (db?.type && NUMERIC.has(db.type)) delete db.type
        },
      },
    )
  if (db?.type === undefined) return
  const dropType = () => {
    delete db.type
  }
  const dated = db.type === 'Date' || db.type === 'Datetime'
  if (dated && type !== 'string')
    findings.error([...place, 'db', 'type'], 'type', `${db.type} 存日期，type 应为 string`, {
      repair: dropType,
    })
  else if (NUMERIC.has(db.type) && (calendar === 'date' || calendar === 'datetime'))
    findings.error([...place, 'db', 'type'], 'type', `控件 ${view} 不能存为 ${db.type}`, { repair: dropType })
  else if ((dated || NUMERIC.has(db.type)) && calendar === 'time')
    findings.error([...place, 'db', 'type'], 'type', `控件 ${view} 应存为 string，而不是 ${db.type}`, {
      repair: dropType,
    })
  else if (type !== 'string' && db.type === 'Blob')
    findings.error([...place, 'db', 'type'], 'type', `${type} 不能存为 Blob`, { repair: dropType })
}

function checkPatterns(findings: Findings, place: readonly string[], property: Property): void {
  const { pattern, validType } = property
  if (pattern !== undefined) {
    const reason = patternFault(pattern)
    if (reason !== null)
      findings.error([...place, 'pattern'], 'pattern', `正则表达式无效（不支持断言和反向引用）：${reason}`, {
        repair: () => delete property.pattern,
      })
  }
  if (typeof validType === 'object') checkBuiltRule(findings, [...place, 'validType'], property, validType)
  else if (validType !== undefined && !PATTERN_NAMES.includes(validType)) {
    const unique = validType === 'only'
    findings.error(
      [...place, 'validType'],
      'unknown-pattern',
      unique
        ? '唯一校验请用 "unique": true'
        : `未知的校验 "${validType}"，应为 ${PATTERN_NAMES.join('、')} 之一；自定义正则请用 pattern`,
      {
        suggestion: unique ? '是否应为 "unique"？' : didYouMean(validType, PATTERN_NAMES),
        repair: () => {
          delete property.validType
          if (unique) property.unique = true
        },
      },
    )
  }
}

/** Limits that no value meets, and rules for another sort of field. */
function checkBuiltRule(
  findings: Findings,
  place: readonly string[],
  property: Property,
  { text, choices, select }: BuiltRule,
): void {
  const { min, max } = text ?? choices ?? {}
  if (min !== undefined && max !== undefined && min > max)
    findings.error(place, 'contradiction', `min ${min} 大于 max ${max}，任何值都无法保存`, {
      repair: () => delete property.validType,
    })
  const { view, type, options = {} } = property
  const isChoice = traitsOf(view).choices !== undefined
  const fits = text
    ? type === 'string' && !isChoice
    : choices
      ? holdsSeveral({ view, options })
      : !select || isChoice
  if (!fits)
    findings.warning(
      place,
      'no-effect',
      text
        ? '必填文本的规则只用于文本字段'
        : choices
          ? `控件 ${view} 没有多个选项，“最少、最多选择”不起作用`
          : `控件 ${view} 没有选项，规则 select 只表示必填`,
    )
}

const TEXT_WORDS = ['maxLength', 'minLength'] as const
const NUMBER_WORDS = ['minimum', 'maximum', 'multipleOf'] as const

function checkLimits(findings: Findings, place: readonly string[], property: Property): void {
  const { minLength, maxLength, minimum, maximum, db } = property
  const useless = property.type === 'string' ? NUMBER_WORDS : TEXT_WORDS
  for (const word of useless)
    if (property[word] !== undefined)
      findings.warning([...place, word], 'no-effect', `${word} 对 ${property.type} 类型不起作用`, {
        atKey: true,
      })
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    findings.error(
      [...place, 'minLength'],
      'contradiction',
      `minLength ${minLength} 大于 maxLength ${maxLength}，任何值都无法保存`,
      {
        repair: () => delete property.minLength,
      },
    )
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    findings.error(
      [...place, 'minimum'],
      'contradiction',
      `minimum ${minimum} 大于 maximum ${maximum}，任何值都无法保存`,
      {
        repair: () => delete property.minimum,
      },
    )
  if (maxLength !== undefined && db?.length && maxLength > db.length)
    findings.warning(
      [...place, 'maxLength'],
      'odd-length',
      `maxLength ${maxLength} 大于列长度 ${db.length}，列按 ${maxLength} 建立`,
    )
  if (db?.length !== undefined && db.length > MAX_LENGTH)
    findings.warning([...place, 'db', 'length'], 'odd-length', `长度 ${db.length} 超出范围，列不限长度`)
  if (db?.scale !== undefined && db.length && db.scale > db.length)
    findings.warning([...place, 'db', 'scale'], 'odd-length', `小数位数 ${db.scale} 大于总位数 ${db.length}`)
  const wrong =
    property.enum?.filter((value) => (property.type === 'string') !== (typeof value === 'string')) ?? []
  if (wrong.length > 0)
    findings.warning(
      [...place, 'enum'],
      'type',
      `枚举值 ${wrong.map((value) => JSON.stringify(value)).join('、')} 与 type ${property.type} 不符`,
    )
}

/** A rule that does not exist fills nothing: until it does, the field is entered like any other. */
function checkFillRule(
  findings: Findings,
  place: readonly string[],
  property: Property,
  { fillRules }: References,
): void {
  const { defaultFrom } = property
  if (!fillRules || defaultFrom === undefined || !('fillRule' in defaultFrom)) return
  if (!fillRules.has(defaultFrom.fillRule))
    findings.warning(
      [...place, 'defaultFrom', 'fillRule'],
      'unknown-fill-rule',
      `编码规则 "${defaultFrom.fillRule}" 不存在，在此之前由用户填写`,
      {
        suggestion: didYouMean(defaultFrom.fillRule, fillRules),
        repair: () => delete property.defaultFrom,
      },
    )
}

function checkHref(
  findings: Findings,
  document: FormDocument,
  place: readonly string[],
  property: Property,
): void {
  for (const [, column = ''] of (property.href ?? '').matchAll(ADDRESS_FIELD))
    if (!isColumn(document, column))
      findings.warning([...place, 'href'], 'unknown-field', `字段 "${column}" 不存在，不显示链接`, {
        suggestion: didYouMean(column, Object.keys(document.schema.properties)),
      })
  // Browsers ignore blanks and control characters before and inside of a scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(
    [...(property.href ?? '')].filter((char) => char > ' ').join(''),
  )?.[1]
  if (scheme && !['http', 'https', 'mailto', 'tel', 'online'].includes(scheme.toLowerCase()))
    findings.error([...place, 'href'], 'href', `不允许的链接协议 "${scheme}:"`, {
      repair: () => delete property.href,
    })
}
