import type { ListColumn } from '#schemas/compile/model.ts'
import type { WidgetRegistry } from '../../widget/registry.ts'

/**
 * The column that names a record: the one that stays in view, else the first. Values that are drawn as something else, or lead
 * somewhere themselves, name none.
 */
export function titleColumn<C extends ListColumn>(
  columns: readonly C[],
  registry: WidgetRegistry,
): C | undefined {
  const plain = columns.filter(({ field }) => {
    const widget = registry.find('display', field.view)
    return !field.href && !widget?.read && !widget?.card
  })
  return plain.find(({ fixed }) => fixed === 'left') ?? plain[0]
}
