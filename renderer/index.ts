export type {
  Call,
  DataClient,
  FieldCheck,
  ListQuery,
  Option,
  OptionQuery,
  TreeCall,
  TreeNode,
} from './data/data-client.ts'
export { RequestError } from './data/data-client.ts'
export { RendererProvider, type RendererServices, useRenderer } from './data/renderer-context.tsx'
export { useDict } from './data/use-dict.ts'
export { useLabels } from './data/use-labels.ts'
export { type LazyTreeNode, useLazyTree } from './data/use-lazy-tree.ts'
export { useOptionSearch } from './data/use-option-search.ts'
export { asRequestError, type Request, useRequest } from './data/use-request.ts'
export { type FoundNode, searchNodes, useTreeSearch } from './data/use-tree-search.ts'
export { CLEARABLE } from './form/clearable.tsx'
export { displayText } from './form/display-text.ts'
export { FocusReturn } from './form/FocusReturn.tsx'
export { SearchKeys } from './form/SearchKeys.tsx'
export {
  DAY_FORMATS,
  MOMENT_FORMATS,
  MONTH_FORMATS,
  TIME_FORMATS,
  typedText,
} from './form/typed-text.ts'
export { Unreadable } from './form/Unreadable.tsx'
export { CHILD_ROWS } from './list/child-rows.ts'
export { firstListCall } from './list/list-call.ts'
export { wireFilter } from './list/list-state.ts'
export { selectionLabels } from './list/selection-labels.ts'
export { RenderPage } from './page/RenderPage.tsx'
export { QueryBar } from './query/QueryBar.tsx'
export { lazyDialog } from './registry/lazy-dialog.ts'
export { lazyPart, untilLoaded } from './registry/lazy-part.ts'
export { listCodec } from './registry/list-codec.ts'
export { createRegistry, type WidgetRegistry } from './registry/registry.ts'
export { rawTextCodec, textCodec } from './registry/text-codec.ts'
export {
  type CellBinding,
  type CellEntries,
  type CellEntry,
  type Codec,
  defineWidget,
  type FieldProps,
  type Surface,
  type Widget,
} from './registry/widget.ts'

import type { Example } from './page/WidgetExample.tsx'
import { lazyDialog } from './registry/lazy-dialog.ts'
import { lazyPart } from './registry/lazy-part.ts'

export type { Example }
/** A widget on all its surfaces; brings the form engine, so it is loaded when it is shown. */
export const WidgetExample = lazyPart(async () => ({
  default: (await import('./page/WidgetExample.tsx')).WidgetExample,
}))
/** A record of a form outside of its list; brings the form engine, so it is loaded when it is shown. */
export const RecordDialog = lazyDialog(async () => ({
  default: (await import('./page/RecordDialog.tsx')).RecordDialog,
}))
