import { eachOf, keywords, objectOf, type Shape, shapeOf } from './keyword-table.ts'

/** The part of the reference that tells of `prints`, made from the shape of a template. */
export function printReference(template: Shape): string[] {
  const { columns, blocks } = template.properties ?? {}
  const block = shapeOf(blocks?.items)
  const fieldsOf = block.anyOf?.find(({ properties }) => properties?.fields)?.properties?.fields
  return [
    '## `prints`',
    '',
    'A template of kind `record` has `blocks`, one of kind `list` has `columns`. How it is used: [templates for printing](../how-to/drop-in-a-document.md#templates-for-printing).',
    '',
    keywords(template),
    '### An entry of `blocks`',
    '',
    'One of these:',
    '',
    ...eachOf(block),
    '### An entry of `columns`, of the template or of `rows`',
    '',
    'A name, or:',
    '',
    keywords(objectOf(columns?.items)),
    '### An entry of `fields`',
    '',
    'A name, or:',
    '',
    keywords(objectOf(fieldsOf?.items)),
  ]
}
