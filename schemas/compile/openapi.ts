import { allowedValues } from './allowed-values.ts'
import { isNumeric, isWide } from './is-numeric.ts'
import { listFilters } from './joint-query.ts'
import type { CompiledForm, Field, SubTable } from './model.ts'
import { MAX_SUB_ROWS } from './sub-rows.ts'

type Json = { [key: string]: unknown }

/** OpenAPI description of a form's calls. Paths are relative to the API's base. */
export function openApi(form: CompiledForm, subForms: ReadonlyMap<string, CompiledForm> = new Map()): Json {
  const { code, title } = form
  const row = { $ref: `#/components/schemas/${code}` }
  const id = parameter('path', 'id', true, { type: 'string' })
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: {
      [`/online/cgform/api/getData/${code}`]: {
        get: {
          operationId: `list_${code}`,
          summary: `${title}：列表`,
          parameters: [
            parameter('query', 'pageNo', false, { type: 'integer', minimum: 1, default: 1 }),
            parameter('query', 'pageSize', false, {
              type: 'integer',
              minimum: 1,
              maximum: 1000,
              default: 10,
            }),
            parameter('query', 'column', false, { type: 'string' }),
            parameter('query', 'order', false, { enum: ['asc', 'desc'] }),
            ...listFilters(form, (sub) => subForms.get(sub)).flatMap(({ field, mode }) =>
              (mode === 'group' ? [`${field.name}_begin`, `${field.name}_end`] : [field.name]).map((name) =>
                parameter('query', name, false, { type: 'string' }, field.title),
              ),
            ),
          ],
          responses: answer({
            type: 'object',
            properties: { records: { type: 'array', items: row }, total: { type: 'integer' } },
          }),
        },
      },
      [`/online/cgform/api/form/${code}`]: {
        post: {
          operationId: `add_${code}`,
          summary: `${title}：新增`,
          requestBody: body(row),
          responses: answer({ type: 'string', description: 'id' }),
        },
        put: {
          operationId: `edit_${code}`,
          summary: `${title}：修改`,
          requestBody: body(row),
          responses: answer({ type: ['string', 'null'] }),
        },
      },
      [`/online/cgform/api/form/${code}/{id}`]: {
        get: {
          operationId: `get_${code}`,
          summary: `${title}：详情`,
          parameters: [id],
          responses: answer(row),
        },
        delete: {
          operationId: `delete_${code}`,
          summary: `${title}：删除`,
          parameters: [id],
          responses: answer({ type: 'null' }),
        },
      },
    },
    components: {
      schemas: {
        [code]: rowSchema(form, subForms),
        ...Object.fromEntries(
          form.subTables.flatMap((sub) => {
            const subForm = subForms.get(sub.code)
            return subForm ? [[sub.code, rowSchema(subForm, new Map())]] : []
          }),
        ),
      },
    },
  }
}

function parameter(
  place: 'path' | 'query',
  name: string,
  required: boolean,
  schema: Json,
  description?: string,
): Json {
  return { in: place, name, required, schema, ...(description ? { description } : {}) }
}

function body(schema: Json): Json {
  return { required: true, content: { 'application/json': { schema } } }
}

function answer(result: Json): Json {
  const schema = {
    type: 'object',
    required: ['success', 'message', 'code', 'result', 'timestamp'],
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      code: { type: ['integer', 'string'] },
      result,
      timestamp: { type: 'integer' },
    },
  }
  return { 200: { description: 'OK', content: { 'application/json': { schema } } } }
}

function rowSchema(form: CompiledForm, subForms: ReadonlyMap<string, CompiledForm>): Json {
  const fields = form.fields.filter((field) => field.persist && field.column.type !== 'Blob')
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const subs = form.subTables.filter(({ code }) => subForms.has(code))
  return {
    type: 'object',
    title: form.title,
    ...(required.length > 0 ? { required } : {}),
    properties: {
      ...Object.fromEntries(fields.map((field) => [field.name, valueSchema(field)])),
      _version: { type: 'integer', description: 'A save whose version is stale is refused with 409.' },
      ...Object.fromEntries(subs.map((sub) => [sub.code, subRows(sub)])),
    },
  }
}

function subRows({ code, minRows, relation }: SubTable): Json {
  const row = { $ref: `#/components/schemas/${code}` }
  if (relation === 'one') return minRows > 0 ? row : { anyOf: [row, { type: 'null' }] }
  return { type: 'array', items: row, ...(minRows > 0 ? { minItems: minRows } : {}), maxItems: MAX_SUB_ROWS }
}

function valueSchema(field: Field): Json {
  const { property, column, title, required, readOnly } = field
  const numeric = isNumeric(field)
  const whole = column.type === 'int' || column.type === 'long'
  const types = [
    numeric ? (whole ? 'integer' : 'number') : 'string',
    // More digits than a JavaScript number holds travel as text.
    ...(numeric && isWide(field) ? ['string'] : []),
    ...(required ? [] : ['null']),
  ]
  const length = property.maxLength ?? (column.type === 'string' ? column.length : null)
  const values = allowedValues(field)
  const number = numeric ? (['minimum', 'maximum', 'multipleOf'] as const) : []
  return {
    type: types.length === 1 ? types[0] : types,
    title,
    ...(property.description ? { description: property.description } : {}),
    ...(column.type === 'Date' ? { format: 'date' } : {}),
    ...(!numeric && property.minLength !== undefined ? { minLength: property.minLength } : {}),
    ...(!numeric && length !== null ? { maxLength: length } : {}),
    ...(property.pattern ? { pattern: property.pattern } : {}),
    ...(values?.length ? { enum: required ? values : [...values, null] } : {}),
    ...Object.fromEntries(
      number.flatMap((word) => (property[word] === undefined ? [] : [[word, property[word]]])),
    ),
    ...(readOnly ? { readOnly: true } : {}),
  }
}
