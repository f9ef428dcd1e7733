/** Where an action is offered. */
export const ACTION_PLACES = ['page', 'selection', 'row', 'record'] as const

/** Icons that an action may carry. */
export const ACTION_ICONS = [
  'add',
  'edit',
  'detail',
  'delete',
  'check',
  'close',
  'copy',
  'download',
  'upload',
  'key',
  'link',
  'lock',
  'print',
  'unlock',
  'safety',
  'send',
  'setting',
  'stop',
  'sync',
  'team',
  'undo',
  'user',
] as const

/** A field in an address: documents write `#{field}` in actions and, as the origin does, `${field}` in links of a column. */
export const ADDRESS_FIELD = /[#$]\{([^{}]*)\}/g
