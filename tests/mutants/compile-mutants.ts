import { inFile, type MutatedPart } from './mutant.ts'

/** From a document to what follows from it, and the judgement of a row. */
export const compileMutants: MutatedPart = {
  name: 'schemas/compile',
  tests: [
    'schemas/compile/compile-form.test.ts',
    'schemas/compile/row-validator.test.ts',
    'schemas/compile/evaluate-condition.test.ts',
    'schemas/compile/choice-source.test.ts',
  ],
  mutants: [
    ...inFile(
      'schemas/compile/compile-form.ts',
      ['const DEFAULT_PAGE_SIZE = 50', 'const DEFAULT_PAGE_SIZE = 20'],
      ['asksForValue(property)) && !system && !numbered', 'asksForValue(property)) && !numbered'],
      [
        'readOnly: property.readOnly === true || system || numbered',
        'readOnly: property.readOnly === true || numbered',
      ],
      ["sortable: field.persist && field.column.type !== 'Blob' &&", 'sortable: field.persist &&'],
      ['seen.has(field.name) || traitsOf(field.view).secret', 'seen.has(field.name)'],
      ['item?.field.persist && !traitsOf(item.field.view).secret &&', 'item?.field.persist &&'],
      ["unruled: document.permissions?.unruled ?? 'none'", "unruled: document.permissions?.unruled ?? 'all'"],
      ['left === right ? 0 : left - right', 'left === right ? 0 : right - left'],
      ['descending: true }]', 'descending: false }]'],
      ["direction.toLowerCase() === 'desc'", "direction.toLowerCase() === 'asc'"],
    ),
    ...inFile(
      'schemas/compile/row-validator.ts',
      ['if (stored === null) return required ?', 'if (stored === null) return !required ?'],
      [
        "if (required && typeof stored === 'string' && stored.trim() === '') return requiredMessage(field)",
        '',
      ],
      ["return stored < bound ? t('{title}不能小于", "return stored <= bound ? t('{title}不能小于"],
      ["typeof stored === 'string' && stored < bound", "typeof stored === 'string' && stored <= bound"],
      ['states.hidden.has(name) || (partial && !present)', 'states.hidden.has(name)'],
      ['states.hidden.has(name) || (partial && !present)', 'partial && !present'],
      ['          rule.field.required || states.required.has(name),\n', '          rule.field.required,\n'],
    ),
    ...inFile(
      'schemas/compile/field-checks.ts',
      ['Math.abs(Number(value)) > INT_MAX', 'Math.abs(Number(value)) >= INT_MAX'],
      ['Number(value) < minimum', 'Number(value) <= minimum'],
      ['Number(value) > maximum', 'Number(value) >= maximum'],
      ['(digits(value)?.after ?? 0) > scale', '(digits(value)?.after ?? 0) >= scale'],
      ['if (text.length > limit * 2) return true', 'if (text.length > limit) return true'],
    ),
    ...inFile(
      'schemas/compile/evaluate-condition.ts',
      ['condition.and.length > 0 &&', ''],
      ["return rule === 'ne' || rule === 'not_like' || rule === 'not_in'", "return rule === 'ne'"],
      ["if (rule === 'ge') return sign >= 0", "if (rule === 'ge') return sign > 0"],
      ['if (values === null) return false', 'if (values === null) return true'],
    ),
    ...inFile(
      'schemas/compile/field-states.ts',
      ['for (const name of hidden) required.delete(name)', ''],
      ['for (const name of shown) hidden.delete(name)', ''],
    ),
    ...inFile(
      'schemas/compile/column-type.ts',
      ["impliedScale(property) === null ? 'double' : 'BigDecimal'", "'double'"],
      ['const DEFAULT_LENGTH = 255', 'const DEFAULT_LENGTH = 100'],
    ),
    ...inFile(
      'schemas/compile/table-definition.ts',
      ['known.length === 0 || (unique && known.length < new Set(named).size)', 'known.length === 0'],
      ["if (first && first.field !== 'id')", 'if (first)'],
    ),
  ],
}
