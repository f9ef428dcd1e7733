import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { WidgetKind } from '#schemas/widget/index.ts'
import type { ServerWidget } from './server-widget.ts'
import { umeditor } from './umeditor.ts'

/** Kinds with a server half: the one list. */
const SERVER_WIDGETS = { umeditor } satisfies Partial<Record<WidgetKind, ServerWidget>>

/** Values of a request as they are kept, by the kinds of their fields. */
export function keptValues(form: Pick<CompiledForm, 'fields'>, input: Row): Row {
  const kept: Row = { ...input }
  for (const { name, view } of form.fields) {
    const widget: ServerWidget | undefined = Object.hasOwn(SERVER_WIDGETS, view)
      ? SERVER_WIDGETS[view as keyof typeof SERVER_WIDGETS]
      : undefined
    const value = kept[name]
    if (widget?.keep && typeof value === 'string') kept[name] = widget.keep(value)
  }
  return kept
}
