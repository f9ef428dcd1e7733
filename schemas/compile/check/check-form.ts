import type { FormDocument } from '../../page/form.ts'
import { isOrderType } from '../../page/form-words.ts'
import { isWidgetKind, widgetOptions } from '../../widget/index.ts'
import { traitsOf } from '../../widget/traits.ts'
import { actionRights } from '../action-code.ts'
import { canTotal } from '../can-total.ts'
import { compileForm } from '../compile-form.ts'
import { isSystemColumn } from '../system-columns.ts'
import { checkActions } from './check-actions.ts'
import { checkCondition, checkDict, hasNoChoices, isColumn } from './check-dict.ts'
import { checkJointQuery } from './check-joint-query.ts'
import { checkListLayouts } from './check-list-layouts.ts'
import { checkPrints } from './check-prints.ts'
import { checkProperty } from './check-property.ts'
import { checkRules } from './check-rules.ts'
import { checkSearch } from './check-search.ts'
import { checkStore } from './check-store.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import { plainView } from './plain-field.ts'
import { missingForm, type References } from './references.ts'

/** PostgreSQL allows 1600 columns; some are ours, and parked ones count as well. */
const MAX_FIELDS = 1000

/** Checks everything about a form document that its shape alone cannot say. */
export function checkForm(findings: Findings, document: FormDocument, references: References): void {
  const { properties } = document.schema
  const names = Object.keys(properties)
  if (names.length === 0) findings.warning(['schema', 'properties'], 'empty', '表单没有字段')
  if (names.length > MAX_FIELDS)
    findings.error(
      ['schema', 'properties'],
      'too-many-fields',
      `字段超过 ${MAX_FIELDS} 个，多出的字段不使用`,
      {
        repair: () => {
          for (const name of names.slice(MAX_FIELDS)) delete properties[name]
        },
      },
    )
  for (const name of names.slice(0, MAX_FIELDS)) {
    const property = properties[name]
    if (property) checkProperty(findings, document, name, property, references)
  }
  checkStore(findings, document, references)
  checkIdentities(findings, document)
  checkRequired(findings, document)
  checkList(findings, document, references)
  checkPrints(findings, document, references)
  checkSearch(findings, document)
  checkActions(findings, document, references)
  checkLayout(findings, document)
  checkRules(findings, document, references)
  checkPermissions(findings, document)
  checkGrant(findings, document, references)
  checkIndexes(findings, document)
  checkTree(findings, document)
  checkSubTables(findings, document, references)
}

/** Reports a name that is no field of the form. */
function needField(
  findings: Findings,
  document: FormDocument,
  place: Place,
  name: string,
  repair?: () => void,
): boolean {
  if (isColumn(document, name)) return true
  findings.error(place, 'unknown-field', `字段 "${name}" 不存在`, {
    suggestion: didYouMean(name, Object.keys(document.schema.properties)),
    repair,
  })
  return false
}

/** Reports names that stand twice in a list. */
function onlyOnce(findings: Findings, place: Place, names: readonly string[], what: string): void {
  const seen = new Set<string>()
  for (const [at, name] of names.entries()) {
    if (seen.has(name)) findings.warning([...place, at], 'duplicate', `${what} "${name}" 重复，只使用第一个`)
    seen.add(name)
  }
}

function checkIdentities(findings: Findings, { schema }: FormDocument): void {
  const owners = new Map<string, string>()
  for (const [name, property] of Object.entries(schema.properties)) {
    if (property.id === undefined) continue
    const owner = owners.get(property.id)
    if (owner !== undefined)
      findings.error(
        ['schema', 'properties', name, 'id'],
        'duplicate-id',
        `字段标识 "${property.id}" 已用于字段 "${owner}"`,
        {
          repair: () => delete property.id,
        },
      )
    else owners.set(property.id, name)
  }
}

function checkRequired(findings: Findings, document: FormDocument): void {
  const { schema } = document
  for (const [at, name] of (schema.required ?? []).entries())
    needField(findings, document, ['schema', 'required', at], name, () => {
      schema.required = schema.required?.filter((entry) => entry !== name)
    })
}

function checkList(findings: Findings, document: FormDocument, references: References): void {
  const { list } = document
  if (!list) return
  const entries = (list.columns ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.field))
  for (const [at, name] of entries.entries()) {
    const place = ['list', 'columns', at, ...(typeof list.columns?.[at] === 'object' ? ['field'] : [])]
    needListed(findings, document, place, name)
    refuseSecret(findings, document, place, name, '不在列表中显示')
    checkTotal(findings, document, at)
  }
  onlyOnce(findings, ['list', 'columns'], entries, '列')
  const queried: string[] = []
  for (const [at, item] of (list.query ?? []).entries()) {
    const entry = typeof item === 'string' ? { field: item } : item
    const place = ['list', 'query', at]
    queried.push(entry.field)
    if (checkJointQuery(findings, document, place, item, references)) continue
    needListed(findings, document, typeof item === 'string' ? place : [...place, 'field'], entry.field)
    refuseSecret(findings, document, place, entry.field, '不能作查询条件')
    const persisted = document.schema.properties[entry.field]?.db?.persist
    if (persisted === false) findings.warning(place, 'no-effect', `字段 "${entry.field}" 不存储，不能查询`)
    if (typeof item === 'string') continue
    if (item.view !== undefined && !isWidgetKind(item.view))
      findings.error([...place, 'view'], 'unknown-view', `未知的控件 "${item.view}"`, {
        suggestion: didYouMean(item.view, Object.keys(widgetOptions)),
      })
    const makePlain = () => {
      delete item.dict
      delete item.options
      item.view = plainView(document.schema.properties[item.field] ?? { type: 'string' })
    }
    checkDict(findings, place, item, references, makePlain)
    const { dict, enum: values } = document.schema.properties[item.field] ?? {}
    if (item.view !== undefined && hasNoChoices({ view: item.view, dict: item.dict ?? dict, enum: values }))
      findings.warning(
        [...place, 'view'],
        'no-dict',
        `查询控件 ${item.view} 没有字典（dict），以文本框代替`,
        {
          repair: makePlain,
        },
      )
  }
  onlyOnce(findings, ['list', 'query'], queried, '查询条件')
  checkOrder(findings, document, list)
  checkListLayouts(findings, document)
  for (const part of (list.sort ?? '').split(',')) {
    const [name = '', direction = 'asc', ...more] = part.trim().split(/\s+/)
    if (
      name &&
      needField(findings, document, ['list', 'sort'], name) &&
      (more.length > 0 || !/^(asc|desc)$/i.test(direction))
    )
      findings.error(['list', 'sort'], 'sort', `排序 "${part.trim()}" 应为 "字段" 或 "字段 desc"`)
  }
}

/** Sums are made of stored numbers. */
function checkTotal(findings: Findings, document: FormDocument, at: number): void {
  const entry = document.list?.columns?.[at]
  if (typeof entry !== 'object' || entry.total === undefined) return
  const place = ['list', 'columns', at, 'total']
  const repair = () => {
    delete entry.total
  }
  const field = compileForm(document).fields.find(({ name }) => name === entry.field)
  if (document.store && 'source' in document.store)
    findings.warning(place, 'no-effect', '数据不在表中，列表没有合计', { repair })
  else if (field && !canTotal(field, entry.total))
    findings.error(
      place,
      'type',
      entry.total === 'count'
        ? `字段 "${entry.field}" 不存储，不能计数`
        : `字段 "${entry.field}" 不是存储的数字，不能合计`,
      { repair },
    )
}

/** Places among siblings are numbers of stored trees. */
function checkOrder(
  findings: Findings,
  document: FormDocument,
  list: NonNullable<FormDocument['list']>,
): void {
  const { order } = list
  if (order === undefined) return
  const place = ['list', 'order']
  const repair = () => {
    delete list.order
  }
  const { properties } = document.schema
  const property = Object.hasOwn(properties, order) ? properties[order] : undefined
  if (!property)
    findings.error(place, 'unknown-field', `字段 "${order}" 不存在`, {
      suggestion: didYouMean(order, Object.keys(properties)),
      repair,
    })
  else if (!isOrderType(property.type) || property.db?.persist === false)
    findings.error(place, 'type', `排序字段 "${order}" 应是存储的数字字段`, { repair })
  else if (!document.tree || (document.store && 'source' in document.store))
    findings.warning(place, 'no-effect', '只有树表可以拖动排序，order 不起作用', { repair })
}

/** A system column is listed only where the document gives it a title. */
function needListed(findings: Findings, document: FormDocument, place: Place, name: string): void {
  if (Object.hasOwn(document.schema.properties, name)) return
  if (isSystemColumn(name, document))
    findings.warning(place, 'undeclared', `系统列 "${name}" 需要在 properties 中声明才能显示`)
  else needField(findings, document, place, name)
}

/** A secret has no place in a list, whatever the document says. */
function refuseSecret(
  findings: Findings,
  { schema }: FormDocument,
  place: Place,
  name: string,
  what: string,
): void {
  const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
  if (property && traitsOf(property.view).secret)
    findings.warning(place, 'no-effect', `字段 "${name}" 的控件是 ${property.view}，${what}`)
}

function checkLayout(findings: Findings, document: FormDocument): void {
  const seen = new Map<string, string>()
  for (const [at, group] of (document.layout?.groups ?? []).entries()) {
    for (const [index, name] of group.fields.entries()) {
      const place = ['layout', 'groups', at, 'fields', index]
      if (!needField(findings, document, place, name)) continue
      const owner = seen.get(name)
      if (owner !== undefined) findings.warning(place, 'duplicate', `字段 "${name}" 已在分组“${owner}”中`)
      else seen.set(name, group.title)
    }
  }
  const { steps, groups = [] } = document.layout ?? {}
  if (steps && groups.length === 0)
    findings.warning(['layout', 'steps'], 'no-effect', '没有分组（groups），表单不分步骤')
}

function checkPermissions(findings: Findings, document: FormDocument): void {
  const { columns = [], rows = [] } = document.permissions ?? {}
  for (const [at, { field }] of columns.entries())
    needField(findings, document, ['permissions', 'columns', at, 'field'], field)
  for (const [at, rule] of rows.entries())
    checkCondition(findings, ['permissions', 'rows', at, 'where'], rule.where, document)
  onlyOnce(
    findings,
    ['permissions', 'rows'],
    rows.map(({ code }) => code),
    '行权限编码',
  )
  if (document.permissions?.unruled !== undefined && rows.length === 0)
    findings.warning(['permissions', 'unruled'], 'no-effect', '没有行权限，unruled 不起作用')
}

function checkGrant(findings: Findings, document: FormDocument, { roles }: References): void {
  const known = actionRights(document)
  for (const [role, rights] of Object.entries(document.grant ?? {})) {
    if (roles && !roles.codes.has(role))
      findings.warning(
        ['grant', role],
        'unknown-name',
        roles.whole
          ? `角色 "${role}" 不存在，不会得到这些权限`
          : `产品没有自带角色 "${role}"，首次启动时不会得到这些权限；数据库中的角色请在页面上授权`,
        { suggestion: didYouMean(role, roles.codes) },
      )
    for (const [at, right] of rights.entries())
      if (!known.has(right))
        findings.warning(['grant', role, at], 'unknown-name', `权限 "${right}" 没有对应的操作`, {
          suggestion: didYouMean(right, known),
        })
  }
}

function checkIndexes(findings: Findings, document: FormDocument): void {
  const indexes = document.indexes ?? []
  const seen = new Map<string, number>()
  for (const [at, index] of indexes.entries()) {
    for (const [position, name] of index.columns.entries()) {
      const place = ['indexes', at, 'columns', position]
      const known = needField(findings, document, place, name)
      if (known && document.schema.properties[name]?.db?.persist === false)
        findings.error(place, 'unknown-field', `字段 "${name}" 不存储，不能建索引`)
    }
    onlyOnce(findings, ['indexes', at, 'columns'], index.columns, '列')
    const key = index.columns.join(',')
    const first = seen.get(key)
    if (first !== undefined)
      findings.warning(['indexes', at], 'duplicate', `与第 ${first + 1} 个索引的列相同`)
    else seen.set(key, at)
  }
  const names = indexes.flatMap(({ name }) => name ?? [])
  if (new Set(names).size < names.length)
    findings.warning(['indexes'], 'duplicate', '索引名重复，后者自动改名')
}

function checkTree(findings: Findings, document: FormDocument): void {
  const { tree, schema } = document
  if (!tree) return
  const drop = () => {
    delete document.tree
  }
  const parent = schema.properties[tree.parent]
  if (
    !Object.hasOwn(schema.properties, tree.parent) ||
    isSystemColumn(tree.parent, document) ||
    parent?.db?.persist === false
  )
    findings.error(
      ['tree', 'parent'],
      'unknown-field',
      `树的父级字段 "${tree.parent}" 应是存储的字段；在此之前按普通表显示`,
      {
        suggestion: didYouMean(tree.parent, Object.keys(schema.properties)),
        repair: drop,
      },
    )
  needField(findings, document, ['tree', 'label'], tree.label)
  if (tree.hasChild !== undefined) needField(findings, document, ['tree', 'hasChild'], tree.hasChild)
  if (document.subTables?.length) findings.warning(['subTables'], 'contradiction', '树表不能有子表')
}

function checkSubTables(findings: Findings, document: FormDocument, references: References): void {
  const { forms } = references
  const seen = new Set<string>()
  const claimed = new Map<string, string>()
  for (const [at, sub] of (document.subTables ?? []).entries()) {
    const place = ['subTables', at]
    const drop = () => {
      document.subTables = document.subTables?.filter((entry) => entry !== sub)
    }
    if (seen.has(sub.code))
      findings.error([...place, 'code'], 'duplicate', `子表 "${sub.code}" 重复`, { repair: drop })
    seen.add(sub.code)
    const rows = `${tableOf(sub.code, references)} ${sub.foreignKey}`
    const other = claimed.get(rows)
    if (other !== undefined && other !== sub.code)
      findings.error(
        [...place, 'code'],
        'contradiction',
        `子表 "${sub.code}" 与子表 "${other}" 是同一个表和外键，保存一个会删除另一个的记录，不使用这个子表`,
        { repair: drop },
      )
    else claimed.set(rows, sub.code)
    if (sub.code === document.code)
      findings.error([...place, 'code'], 'contradiction', '表单不能是自己的子表', { repair: drop })
    if (Object.hasOwn(document.schema.properties, sub.code))
      findings.error(
        [...place, 'code'],
        'contradiction',
        `子表 "${sub.code}" 与一个字段同名，保存时无法区分，不使用这个子表`,
        { repair: drop },
      )
    for (const word of ['compact', 'selection'] as const)
      if (sub[word] && sub.relation === 'one')
        findings.warning([...place, word], 'no-effect', `一对一子表只有一行，${word} 不起作用`, {
          repair: () => {
            delete sub[word]
          },
        })
    if (sub.mainField !== undefined)
      needField(findings, document, [...place, 'mainField'], sub.mainField, drop)
    if (!forms) continue
    const form = forms.get(sub.code)
    if (!form)
      findings.error(
        [...place, 'code'],
        'unknown-sub-table',
        `子表 "${sub.code}" 的表单文档${missingForm(sub.code, references)}，页面不显示这个子表`,
        {
          suggestion: didYouMean(sub.code, forms.keys()),
          // A required sub table that is not shown could never be filled.
          repair: drop,
        },
      )
    else if (!isColumn(form, sub.foreignKey))
      findings.error(
        [...place, 'foreignKey'],
        'unknown-field',
        `子表 "${sub.code}" 没有外键字段 "${sub.foreignKey}"`,
        {
          suggestion: didYouMean(sub.foreignKey, Object.keys(form.schema.properties)),
          repair: drop,
        },
      )
    else checkSubOrder(findings, [...place, 'order'], sub, form)
  }
}

/** Places of sub rows are numbers that the sub table stores. */
function checkSubOrder(
  findings: Findings,
  place: readonly (string | number)[],
  sub: NonNullable<FormDocument['subTables']>[number],
  { schema: { properties } }: FormDocument,
): void {
  const { order } = sub
  if (order === undefined) return
  const repair = () => {
    delete sub.order
  }
  const property = Object.hasOwn(properties, order) ? properties[order] : undefined
  if (!property)
    findings.error(place, 'unknown-field', `子表 "${sub.code}" 没有字段 "${order}"`, {
      suggestion: didYouMean(order, Object.keys(properties)),
      repair,
    })
  else if (!isOrderType(property.type) || property.db?.persist === false)
    findings.error(place, 'type', `排序字段 "${order}" 应是存储的数字字段`, { repair })
  else if (sub.relation === 'one')
    findings.warning(place, 'no-effect', '一对一子表只有一行，order 不起作用', { repair })
}

/** The table of a form; of one that is not known, as copies are named (`name$1` shows the rows of `name`). */
function tableOf(code: string, { forms }: References): string {
  const form = forms?.get(code)
  return form ? (form.table ?? form.code) : code.replace(/\$\d+$/, '')
}
