import { allowedValues } from './allowed-values.ts'
import { isNumeric, isWide } from './is-numeric.ts'
import type { CompiledForm, Field, SubTable } from './model.ts'

/** TypeScript of a record of the form, for programs that use its API. */
export function typeText(
  form: CompiledForm,
  subForms: ReadonlyMap<string, CompiledForm> = new Map(),
): string {
  const subs = form.subTables.flatMap((sub) => {
    const subForm = subForms.get(sub.code)
    return subForm ? [{ sub, subForm }] : []
  })
  const lines = [
    `/** ${comment(form.title)} */`,
    `export interface ${typeName(form.code)} {`,
    ...form.fields.filter((field) => field.persist && field.column.type !== 'Blob').flatMap(member),
    ...subs.flatMap(({ sub, subForm }) => [
      `  /** ${comment(sub.title || subForm.title)} */`,
      `  ${key(sub.code)}?: ${typeName(sub.code)}${subKind(sub)}`,
    ]),
    '}',
  ]
  return [lines.join('\n'), ...subs.map(({ subForm }) => typeText(subForm).trimEnd())]
    .join('\n\n')
    .concat('\n')
}

/** One record or none, or a list of them. */
function subKind({ relation, minRows }: SubTable): string {
  if (relation === 'many') return '[]'
  return minRows > 0 ? '' : ' | null'
}

function member(field: Field): string[] {
  return [
    `  /** ${comment(field.title)} */`,
    `  ${key(field.name)}${field.required ? '' : '?'}: ${valueType(field)}`,
  ]
}

function valueType(field: Field): string {
  const choices = allowedValues(field)
  if (choices?.length) return [...choices.map((value) => JSON.stringify(value)), ...orNull(field)].join(' | ')
  const number = isWide(field) ? 'number | string' : 'number'
  return [isNumeric(field) ? number : 'string', ...orNull(field)].join(' | ')
}

function orNull(field: Field): string[] {
  return field.required ? [] : ['null']
}

function typeName(code: string): string {
  return code.replaceAll(/(?:^|[_$]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function key(name: string): string {
  return /^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function comment(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')
}
