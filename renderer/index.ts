export type { Call, DataClient, FieldCheck, ListQuery, Option, OptionQuery, TreeNode } from './data/data-client.ts'
export { RequestError } from './data/data-client.ts'
export { createRegistry, type WidgetRegistry } from './registry/registry.ts'
export { type CellBinding, type Codec, defineWidget, type FieldProps, type Surface, type Widget } from './registry/widget.ts'
