/** Sheets by name, upright: width and height in mm. */
export const PAPERS = { A4: [210, 297], A5: [148, 210] } as const
export type PaperName = keyof typeof PAPERS

/** What is printed with a template: each record on pages of its own, or the rows of a list. */
export const PRINT_KINDS = ['record', 'list'] as const

/** How a value may be written, besides the way it is read on the screen. */
export const PRINT_FORMATS = ['amount', 'date', 'day'] as const
export type PrintFormat = (typeof PRINT_FORMATS)[number]

/** A field in a text of a template, with the way in which its value is written: `#{total}`, `#{total:amount}`. */
export const PRINT_PLACE = /#\{([^{}:]*)(?::([^{}]*))?\}/g

/** What a text of a template may name besides fields and `id`, the record's key. */
export const PRINT_VARIABLES = [
  'sys_page',
  'sys_pages',
  'sys_date',
  'sys_time',
  'sys_user_name',
  'sys_title',
  'sys_count',
] as const
