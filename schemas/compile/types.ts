import type { CompiledForm, Field } from './model.ts'

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
      `  ${key(sub.code)}?: ${typeName(sub.code)}[]`,
    ]),
    '}',
  ]
  return [lines.join('\n'), ...subs.map(({ subForm }) => typeText(subForm).trimEnd())]
    .join('\n\n')
    .concat('\n')
}

function member(field: Field): string[] {
  return [
    `  /** ${comment(field.title)} */`,
    `  ${key(field.name)}${field.required ? '' : '?'}: ${valueType(field)}`,
  ]
}

function valueType(field: Field): string {
  const numeric = ['int', 'long', 'double', 'BigDecimal'].includes(field.column.type)
  // More digits than a JavaScript number holds travel as text.
  const wide =
    field.column.type === 'long' || (field.column.type === 'BigDecimal' && (field.column.length ?? 0) > 15)
  const choices = field.property.enum
  if (choices)
    return [
      ...choices.map((value) => JSON.stringify(numeric ? value : String(value))),
      ...orNull(field),
    ].join(' | ')
  return [numeric ? (wide ? 'number | string' : 'number') : 'string', ...orNull(field)].join(' | ')
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
