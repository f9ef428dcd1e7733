import { Type } from 'typebox'

/** `result` of /sys/dataSource/options. */
export const dataSourceOptions = Type.Array(
  Type.Object({ value: Type.String(), label: Type.String(), text: Type.String() }),
)
