import { namedPattern, PATTERN_NAMES } from '../schemas/rules/patterns.ts'
import { keywords, objectOf, type Shape, shapeOf } from './keyword-table.ts'

/** The part of the document reference about what `validType` may say. */
export function valueRules(validType: Shape | undefined): string[] {
  return [
    '## Named patterns: `validType`',
    '',
    '| name | for | expects | says |',
    '|---|---|---|---|',
    ...PATTERN_NAMES.map((name) => {
      const pattern = namedPattern(name)
      return `| \`${name}\` | ${pattern?.title} | ${pattern?.hint} | ${pattern?.tests.map(({ message }) => message).join(' ')} |`
    }),
    '',
    'A rule that is built makes the field required, and says what of its limits is not kept:',
    '',
    keywords(objectOf(validType)),
    '### Limits of `text` and `choices`',
    '',
    keywords(shapeOf(objectOf(validType).properties?.text)),
  ]
}
