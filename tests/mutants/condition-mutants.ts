import { inFile, type MutatedPart } from './mutant.ts'

/** From a condition to SQL: what a filter or a row rule selects. */
export const conditionMutants: MutatedPart = {
  name: 'condition to SQL',
  tests: ['server/database/condition-sql.test.ts'],
  mutants: [
    ...inFile(
      'server/database/condition-sql.ts',
      ['depth > MAX_DEPTH', 'depth >= MAX_DEPTH'],
      ['const MAX_DEPTH = 12', 'const MAX_DEPTH = 13'],
      ["'and' in condition ? ' and ' : ' or '", "'and' in condition ? ' or ' : ' and '"],
      ['if (sql.length === 0) return NOTHING', "if (sql.length === 0) return 'true'"],
      ["const NOTHING = 'false'", "const NOTHING = 'true'"],
      ["if (origin.from === 'caller') throw badRequest(message)", ''],
      ["rule === 'not_in' ? 'true' :", "rule === 'in' ? 'true' :"],
      ['if (values === null) return NOTHING', ''],
      ["origin.from === 'caller' ? null : origin.variables", "origin.from === 'rule' ? null : {}"],
      ["isText ? `(${name} is null or ${name} = '')`", 'isText ? `(${name} is null)`'],
      ["rule === 'left_like' ? `%${escaped}`", "rule === 'left_like' ? `${escaped}%`"],
      ['const escaped = escapeLike(text)', 'const escaped = text'],
      ['(${name} is null or ${name} not like ${placeholder})', '(${name} not like ${placeholder})'],
      ['`%,${escapeLike(value)},%`', '`%,${value},%`'],
      [
        "map((value) => itemSql(name, value, parameters)).join(' or ')",
        "map((value) => itemSql(name, value, parameters)).join(' and ')",
      ],
      [
        "return rule === 'in' ? any : `(${name} is null or not (${any}))`",
        "return rule === 'in' ? any : `(not (${any}))`",
      ],
      ["if (rule === 'ne') return `(${name} is null or", "if (rule === 'ne') return `("],
      ['is distinct from ${right}', '<> ${right}'],
      ['value <= LIMITS[kind] &&', 'value < LIMITS[kind] &&'],
      ['hour < 24', 'hour <= 24'],
      ['date.getUTCMonth() === month - 1 &&', ''],
      ['year > 0 &&', ''],
      ["gt: '>', ge", "gt: '>=', ge"],
    ),
    ...inFile('server/database/whole-day.ts', [
      "rule === 'le' || rule === 'gt' ? last : first",
      "rule === 'le' ? last : first",
    ]),
  ],
}
