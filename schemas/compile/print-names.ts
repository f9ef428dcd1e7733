import type { PrintTemplate } from '../page/print.ts'
import { PRINT_PLACE } from '../page/print-words.ts'

/** A name in a template of prints, and where it stands there. */
export interface NamedInPrint {
  place: (string | number)[]
  name: string
  /** `inText`: a field within a text, where the record's key may stand, too. */
  as: 'field' | 'inText' | 'subTable'
  /** The sub table whose field it is; absent for fields of the form itself. */
  of?: string
  /** How its value is to be written, where a text says so. */
  format?: string | undefined
}

/** What a template names: fields of its form, also those within its texts, sub tables, and their fields. */
export function namesInPrint({ header, footer, columns = [], blocks = [] }: PrintTemplate): NamedInPrint[] {
  const fieldsOf = (place: (string | number)[], entries: readonly (string | { field: string })[]) =>
    entries.map((entry, at): NamedInPrint => {
      const isPlain = typeof entry === 'string'
      const name = isPlain ? entry : entry.field
      return { place: [...place, at, ...(isPlain ? [] : ['field'])], name, as: 'field' }
    })
  const inText = (place: (string | number)[], text: string | undefined): NamedInPrint[] =>
    [...(text ?? '').matchAll(PRINT_PLACE)].map(([, name = '', format]) => ({
      place,
      name,
      as: 'inText',
      ...(format === undefined ? {} : { format }),
    }))
  const inLine = (word: 'header' | 'footer', line: PrintTemplate['header']) =>
    (['left', 'center', 'right'] as const).flatMap((side) => inText([word, side], line?.[side]))
  return [
    ...inLine('header', header),
    ...inLine('footer', footer),
    ...fieldsOf(['columns'], columns),
    ...blocks.flatMap((block, at): NamedInPrint[] => {
      const place = ['blocks', at]
      if ('fields' in block) return fieldsOf([...place, 'fields'], block.fields)
      if ('rows' in block)
        return [
          { place: [...place, 'rows'], name: block.rows, as: 'subTable' },
          ...fieldsOf([...place, 'columns'], block.columns ?? []).map((one) => ({ ...one, of: block.rows })),
        ]
      return 'text' in block ? inText([...place, 'text'], block.text) : inText([...place, 'qr'], block.qr)
    }),
  ]
}

/** The template without the fields that `seen` does not let pass. */
export function printSeen(template: PrintTemplate, seen: (name: string) => boolean): PrintTemplate {
  const isSeen = (entry: string | { field: string }) => seen(typeof entry === 'string' ? entry : entry.field)
  const text = (words: string) =>
    words.replaceAll(PRINT_PLACE, (place, name: string) => (seen(name) ? place : ''))
  const line = (said: NonNullable<PrintTemplate['header']>) =>
    Object.fromEntries(Object.entries(said).map(([side, words]) => [side, text(words)]))
  const { header, footer, columns, blocks } = template
  return {
    ...template,
    ...(header ? { header: line(header) } : {}),
    ...(footer ? { footer: line(footer) } : {}),
    ...(columns ? { columns: columns.filter(isSeen) } : {}),
    ...(blocks
      ? {
          blocks: blocks.map((block) => {
            if ('fields' in block) return { ...block, fields: block.fields.filter(isSeen) }
            if ('text' in block) return { ...block, text: text(block.text) }
            return 'qr' in block ? { ...block, qr: text(block.qr) } : block
          }),
        }
      : {}),
  }
}
