/** Parameters of a list with a meaning of their own: a column of such a name is filtered as `<name>_MultiString`. */
export const LIST_WORDS: ReadonlySet<string> = new Set([
  'pageNo',
  'pageSize',
  'column',
  'order',
  'field',
  'hasQuery',
  'superQueryParams',
  'superQueryMatchType',
  'tabletype',
  'batchFlag',
  'selections',
  'exportFields',
  'token',
  '_t',
])
