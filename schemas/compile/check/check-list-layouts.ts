import type { FormDocument } from '../../page/form.ts'
import type { ListLayoutWords } from '../../page/list-layout.ts'
import { canBoard, canGroup } from '../can-group.ts'
import { compileForm } from '../compile-form.ts'
import { isDay, isImage, isOnCard } from '../list-layouts.ts'
import type { Field } from '../model.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'

/** What a layout needs of a field, and what is said of one that is not so. */
const NEEDS: readonly {
  word: string
  fits(field: Field): boolean
  fault(name: string): string
}[] = [
  { word: 'groupBy', fits: canBoard, fault: (name) => `字段 "${name}" 应有选项且只存一个值，不能作看板的列` },
  { word: 'start', fits: isDay, fault: (name) => `字段 "${name}" 不是存储的日期，不能用于日历` },
  { word: 'end', fits: isDay, fault: (name) => `字段 "${name}" 不是存储的日期，不能用于日历` },
  { word: 'image', fits: isImage, fault: (name) => `字段 "${name}" 不是存储的图片，不能用于画廊` },
  { word: 'label', fits: isOnCard, fault: (name) => `字段 "${name}" 不能显示在卡片上` },
]

/** Checks the layouts of a list, and the field by which its rows are grouped. */
export function checkListLayouts(findings: Findings, document: FormDocument): void {
  const { list, tree, store } = document
  const { layouts = [], groupBy } = list ?? {}
  if (!list || (layouts.length === 0 && groupBy === undefined)) return
  const fields = new Map(compileForm(document).fields.map((field) => [field.name, field]))
  const need = (place: Place, name: string, repair: () => void): Field | null => {
    const field = fields.get(name)
    if (!field)
      findings.error(place, 'unknown-field', `字段 "${name}" 不存在`, {
        suggestion: didYouMean(name, fields.keys()),
        repair,
      })
    return field ?? null
  }
  if (groupBy !== undefined) {
    const repair = () => {
      delete list.groupBy
    }
    const field = need(['list', 'groupBy'], groupBy, repair)
    if (field && !canGroup(field))
      findings.error(['list', 'groupBy'], 'type', `不能按字段 "${groupBy}" 分组`, { repair })
    else if (store && 'source' in store)
      findings.warning(['list', 'groupBy'], 'no-effect', '数据不在表中，列表不能分组', { repair })
  }
  if (layouts.length > 0 && tree)
    findings.warning(['list', 'layouts'], 'no-effect', '树表只以表格显示，layouts 不起作用')
  const { theme = 'normal' } = document.layout ?? {}
  if (layouts.length > 0 && !tree && theme !== 'normal' && document.subTables?.length)
    findings.warning(['list', 'layouts'], 'no-effect', `主题 "${theme}" 的主表只以表格显示，layouts 不起作用`)
  for (const [at, layout] of layouts.entries()) {
    const place = ['list', 'layouts', at]
    const drop = () => {
      list.layouts = list.layouts?.filter((one) => one !== layout)
    }
    const words = layout as ListLayoutWords & Readonly<Record<string, unknown>>
    for (const { word, fits, fault } of NEEDS) {
      const name = words[word]
      if (typeof name !== 'string') continue
      const field = need([...place, word], name, drop)
      if (field && !fits(field)) findings.error([...place, word], 'type', fault(name), { repair: drop })
    }
    if (layout.kind === 'board' && store && 'source' in store)
      findings.warning(place, 'no-effect', '数据不在表中，列表没有看板', { repair: drop })
    if (!('fields' in layout)) continue
    for (const [nth, name] of (layout.fields ?? []).entries()) {
      const leave = () => {
        layout.fields = layout.fields?.filter((one) => one !== name)
      }
      const field = need([...place, 'fields', nth], name, leave)
      if (field && !isOnCard(field))
        findings.error([...place, 'fields', nth], 'type', `字段 "${name}" 不能显示在卡片上`, {
          repair: leave,
        })
    }
  }
}
