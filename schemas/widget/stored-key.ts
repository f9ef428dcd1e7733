/** Options of kinds that store one of several keys of a row. */
interface KeyOptions<Key extends string> {
  store?: Key
  returnKeys?: readonly [single: Key, several: Key]
  multiSelect?: boolean
}

/** The key of a chosen row that is stored: `store`, else the one of `returnKeys` that is for one or for several. */
export function storedKey<Key extends string>(
  { store, returnKeys, multiSelect = true }: KeyOptions<Key>,
  otherwise: Key,
): Key {
  return store ?? returnKeys?.[multiSelect ? 1 : 0] ?? otherwise
}
