import type { ColumnSetting, ListSettings } from '#schemas/api/list-view.ts'
import type { ListColumn } from '#schemas/compile/model.ts'

/** A column of a list as its user set it. */
export interface SetColumn extends ListColumn {
  hidden: boolean
  /** Its width is the user's: neither more nor less. */
  exact: boolean
}

const SIDES = { left: 0, none: 1, right: 2 }

/**
 * All columns of a list as they stand from left to right, hidden ones among them. A column that the settings do not know, which is
 * new in the document, stands behind the one that it follows there; a setting without a column says nothing.
 */
export function setColumns(columns: readonly ListColumn[], settings: ListSettings): SetColumn[] {
  const kept = new Map((settings.columns ?? []).map((setting) => [setting.field, setting]))
  const byName = new Map(columns.map((column) => [column.field.name, column]))
  const names = [...kept.keys()].filter((name) => byName.has(name))
  columns.forEach(({ field: { name } }, at) => {
    if (kept.has(name)) return
    const before = columns[at - 1]?.field.name
    names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name)
  })
  return names
    .flatMap((name) => {
      const column = byName.get(name)
      return column ? [setColumn(column, kept.get(name))] : []
    })
    .sort((one, other) => SIDES[one.fixed ?? 'none'] - SIDES[other.fixed ?? 'none'])
}

function setColumn(column: ListColumn, setting: ColumnSetting | undefined): SetColumn {
  const fixed = setting?.fixed === undefined ? column.fixed : setting.fixed === 'none' ? null : setting.fixed
  return {
    ...column,
    fixed,
    width: setting?.width ?? column.width,
    hidden: setting?.hidden === true,
    exact: setting?.width !== undefined,
  }
}

/** Settings in which the columns stand in this order. */
export function withOrder(settings: ListSettings, order: readonly string[]): ListSettings {
  const kept = new Map((settings.columns ?? []).map((setting) => [setting.field, setting]))
  return { ...settings, columns: order.map((field) => kept.get(field) ?? { field }) }
}

/** Settings in which something is set of one column; `undefined` takes away what was set. `order` are all columns as they stand. */
export function withColumn(
  settings: ListSettings,
  order: readonly string[],
  name: string,
  change: { [K in keyof Omit<ColumnSetting, 'field'>]?: ColumnSetting[K] | undefined },
): ListSettings {
  const { columns = [], ...rest } = withOrder(settings, order)
  return {
    ...rest,
    columns: columns.map((setting) => {
      if (setting.field !== name) return setting
      const said = Object.entries({ ...setting, ...change }).filter(([, value]) => value !== undefined)
      return Object.fromEntries(said) as ColumnSetting
    }),
  }
}
