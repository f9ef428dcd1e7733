import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import type { FormDocument, Property } from '../page/form.ts'
import { linearMatch } from './check/linear-match.ts'
import { compileForm } from './compile-form.ts'
import { createRowValidator, type RowValidator } from './row-validator.ts'

const order = JSON.parse(
  readFileSync(new URL('fixtures/booth_order.form.json', import.meta.url), 'utf8'),
) as FormDocument
const complete = { name: '一号展位', hall: 'h1', amount: '10.50' }

function validatorOf(
  properties: Record<string, Partial<Property>>,
  more: Partial<FormDocument['schema']> = {},
): RowValidator {
  const full = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      { type: 'string', title: name, view: 'text', ...property },
    ]),
  )
  const schema = { type: 'object', properties: full, ...more }
  return createRowValidator(
    compileForm({ kind: 'form', code: 'x', title: 'x', schema } as FormDocument),
    linearMatch,
  )
}

function messages(validator: RowValidator, row: Record<string, unknown>): string[] {
  return validator.validate(row).map(({ message }) => message)
}

describe('levels of a linked dropdown', () => {
  const chain = validatorOf(
    {
      province: {
        title: '省份',
        view: 'link_down',
        options: { table: 'a', txt: 'n', key: 'k', idField: 'id', pidField: 'p', linkField: 'city,area' },
      },
      city: { title: '城市', form: false },
      area: { title: '区县', form: false },
    },
    { required: ['city', 'area'] },
  )

  it('are required while nothing is chosen; below a choice only the source can tell', () => {
    expect(messages(chain, {})).toEqual(['请输入城市', '请输入区县'])
    expect(messages(chain, { province: '澳门', city: '', area: null })).toEqual([])
    expect(chain.validateField('city', '', { province: '澳门' })).toBeNull()
    expect(chain.validateField('city', '', { province: '' })).toBe('请输入城市')
  })
})

describe('the row validator', () => {
  const validator = createRowValidator(compileForm(order))

  it('accepts a complete row', () => {
    expect(validator.validate(complete)).toEqual([])
  })

  it('names every field that is missing, and only those that are sent in a partial row', () => {
    expect(validator.validate({})).toEqual([
      { field: 'name', message: '请输入名称' },
      { field: 'hall', message: '请选择展馆' },
      { field: 'amount', message: '请输入金额' },
    ])
    expect(validator.validate({ name: '' }, { partial: true })).toEqual([
      { field: 'name', message: '请输入名称' },
    ])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ name: '字'.repeat(101) }, '名称最多100个字'],
    [{ name: '字' }, '名称至少2个字'],
    [{ name: true }, '名称应为文本'],
    [{ amount: 'abc' }, '金额应为数字'],
    [{ amount: true }, '金额应为数字'],
    [{ amount: Number.NaN }, '金额应为数字'],
    [{ amount: '0x10' }, '金额应为数字'],
    [{ amount: '1.234' }, '金额最多2位小数'],
    [{ amount: '12345678901' }, '金额整数部分最多10位'],
    [{ amount: -1 }, '金额不能小于0'],
    [{ area: 0.7 }, '面积应为0.5的倍数'],
    [{ count: 1.5 }, '数量应为整数'],
    [{ count: 1000 }, '数量不能大于999'],
    [{ active: 3_000_000_000 }, '启用超出范围，应为-2147483647到2147483647'],
    [{ visits: '9223372036854775808' }, '访问量超出范围，应为-9223372036854775807到9223372036854775807'],
    [{ open_date: '2026-02-30' }, '开展日期应为日期，如 2026-01-31'],
    [{ open_date: 20_260_101 }, '开展日期应为日期，如 2026-01-31'],
    [{ signed_at: '2026-01-01 25:00:00' }, '签约时间应为日期时间，如 2026-01-31 08:30:00'],
    [{ opens: '8:30' }, '开门时间应为时间，如 08:30:00'],
    [{ phone: '12345' }, '请输入正确手机号'],
    [{ email: 'nobody' }, '邮箱格式不正确'],
    [{ site: 'no address' }, '请输入正确的网址'],
    [{ booth: 'a1' }, '展位号应为一个字母加两位数字'],
    [{ status: '7' }, '状态的值不在选项中'],
    [{ grade: 'D' }, '等级的值不在选项中'],
    [{ place: '1234567' }, '地区最多6个字'],
    [{ name: { a: 1 } }, '名称的值格式不正确'],
  ])('refuses %j: %s', (part, message) => {
    expect(messages(validator, { ...complete, ...part })).toEqual([message])
  })

  it.each<Record<string, unknown>>([
    { name: '😀'.repeat(100) },
    { amount: 1e9 },
    { visits: '9223372036854775807' },
    { area: '2.5' },
    { ratio: '1e3' },
    { opens: '08:30' },
    { open_date: '2024-02-29' },
    { open_date: '2026-01-02T00:00:00' },
    { signed_at: '2026-01-02' },
    { phone: '', email: null, booth: undefined },
    { status: 1 },
    { tags: ['1', '2'] },
  ])('accepts %j', (part) => {
    expect(validator.validate({ ...complete, ...part })).toEqual([])
  })

  it('applies the rules of the document: require, show and hide', () => {
    expect(messages(validator, { ...complete, level: 'vip' })).toEqual(['请选择负责人'])
    expect(messages(validator, { ...complete, level: 'vip', owner: 'zhang' })).toEqual([])
    // A field that a rule hides cannot be filled, so it is not required.
    expect(validator.validateField('note', 'x'.repeat(501), complete)).toBeNull()
    expect(validator.validateField('note', 'x'.repeat(501), { ...complete, level: 'vip' })).toBe(
      '说明最多500个字',
    )
  })

  it('brings values into their stored form and leaves unknown columns alone', () => {
    expect(
      validator.normalise({
        amount: ' 10.50 ',
        count: '7',
        visits: '9223372036854775807',
        name: ' a ',
        status: 1,
        email: '',
        opens: '08:30',
        open_date: '2026-01-02 00:00:00',
        tags: ['1', '2'],
        _version: 3,
        other: '',
      }),
    ).toEqual({
      amount: 10.5,
      count: 7,
      visits: '9223372036854775807',
      name: ' a ',
      status: '1',
      email: null,
      opens: '08:30:00',
      open_date: '2026-01-02',
      tags: '1,2',
      _version: 3,
      other: '',
    })
  })

  it('knows columns that are called like members of every object', () => {
    const own = validatorOf({ constructor: {}, toString: { maxLength: 2 } }, { required: ['constructor'] })
    expect(own.validate({})).toEqual([{ field: 'constructor', message: '请输入constructor' }])
    expect(own.validate({ constructor: 'x', toString: 'xyz' })).toEqual([
      { field: 'toString', message: 'toString最多2个字' },
    ])
  })

  it('holds a field against another that it may not be before or below', () => {
    const own = validatorOf({
      from: { view: 'date', format: 'date', title: '开始' },
      to: { view: 'date', format: 'date', title: '结束', notBefore: 'from' },
      low: { type: 'integer', view: 'number', title: '下限' },
      high: { type: 'integer', view: 'number', title: '上限', notBefore: 'low' },
    })
    expect(messages(own, { from: '2026-12-10', to: '2026-12-01', low: 10, high: '9' })).toEqual([
      '结束不能早于开始',
      '上限不能小于下限',
    ])
    expect(messages(own, { from: '2026-12-10', to: '2026-12-10', low: 9, high: 10 })).toEqual([])
    expect(messages(own, { low: 10, high: 10 })).toEqual([])
    expect(messages(own, { from: null, to: '2026-12-01', high: 1 })).toEqual([])
  })

  it('takes the limits themselves, and nothing beyond', () => {
    const own = validatorOf({
      int: { type: 'integer', view: 'number' },
      range: { type: 'integer', view: 'number', minimum: 1, maximum: 5 },
    })
    for (const int of [2_147_483_647, -2_147_483_647]) expect(messages(own, { int })).toEqual([])
    expect(messages(own, { int: 2_147_483_648 })).toEqual(['int超出范围，应为-2147483647到2147483647'])
    for (const range of [1, 5]) expect(messages(own, { range })).toEqual([])
    expect(messages(own, { range: 0 })).toEqual(['range不能小于1'])
    expect(messages(own, { range: 6 })).toEqual(['range不能大于5'])
    expect(messages(own, { range: 3_000_000_000 })).toEqual(['range超出范围，应为1到5'])
  })

  it('says nothing of a field that a rule hides, sent or not', () => {
    const own = createRowValidator(
      compileForm({
        kind: 'form',
        code: 'x',
        title: 'x',
        schema: {
          type: 'object',
          required: ['note'],
          properties: {
            kind: { type: 'string', title: '类别', view: 'text' },
            note: { type: 'string', title: '备注', view: 'text', maxLength: 2 },
          },
        },
        // biome-ignore lint/suspicious/noThenProperty: keyword of the document format
        rules: [{ if: { field: 'kind', rule: 'eq', val: 'a' }, then: { hide: ['note'] } }],
      }),
    )
    for (const partial of [true, false]) {
      expect(own.validate({ kind: 'a', note: 'too long' }, { partial })).toEqual([])
      expect(own.validate({ kind: 'b', note: 'too long' }, { partial })).toHaveLength(1)
    }
    expect(own.validate({ kind: 'a' })).toEqual([])
    expect(own.validate({ kind: 'b' })).toEqual([{ field: 'note', message: '请输入备注' }])
  })

  it('takes blanks for nothing where something must be entered', () => {
    const own = validatorOf({ a: {}, b: {} }, { required: ['a'] })
    expect(messages(own, { a: ' \u3000 ', b: '  ' })).toEqual(['请输入a'])
    expect(messages(own, { a: ' x ' })).toEqual([])
  })

  it('is done with a hostile pattern and value in linear time', () => {
    const own = validatorOf({ a: { pattern: '^(a+)+$', maxLength: 200_000 } })
    expect(messages(own, { a: `${'a'.repeat(100_000)}!` })).toEqual(['a格式不正确'])
  })
})

/** A property together with values around its limits. */
const textProperty = fc.record(
  {
    maxLength: fc.integer({ min: 1, max: 12 }),
    minLength: fc.integer({ min: 0, max: 3 }),
    enum: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    pattern: fc.constantFrom('^[a-z]+$', '\\d', '^.{2,4}$', 'a|b'),
  },
  { requiredKeys: [] },
)
const numberProperty = fc.record(
  {
    minimum: fc.integer({ min: -20, max: 20 }),
    maximum: fc.integer({ min: -20, max: 20 }),
    multipleOf: fc.constantFrom(1, 2, 5),
    enum: fc.uniqueArray(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: [] },
)

describe('judges as Ajv does', () => {
  const oracle = (property: object, value: unknown) => {
    const ajv = new Ajv({ strict: false })
    return ajv.validate({ type: 'object', required: ['a'], properties: { a: property } }, { a: value })
  }

  it('about texts', () => {
    fc.assert(
      fc.property(
        textProperty,
        fc.string({
          minLength: 1,
          maxLength: 14,
          unit: fc.constantFrom('a', 'b', '1', 'Z', '中', '😀', ' '),
        }),
        (words, value) => {
          const property = { type: 'string', ...words } as const
          expect(validatorOf({ a: property }).validate({ a: value }).length === 0).toBe(
            oracle(property, value),
          )
        },
      ),
      // Characters beyond the first plane count once.
      propertyRuns<[object, string]>(150, [[{ maxLength: 2 }, '😀😀']]),
    )
  })

  it('about whole numbers and numbers', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('integer' as const, 'number' as const),
        numberProperty,
        fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(0.5, -1.25, 3.75)),
        (type, words, value) => {
          const property = { type, ...words }
          // Two digits are stored where a step of a whole number asks for none.
          fc.pre(words.multipleOf === undefined || Number.isInteger(value))
          expect(
            validatorOf({ a: { ...property, view: 'number' } }).validate({ a: value }).length === 0,
          ).toBe(oracle(property, value))
        },
      ),
      propertyRuns(150),
    )
  })

  it('about blanks, which are no value of a date, a time or a number', () => {
    for (const view of ['date', 'datetime', 'time'])
      expect(validatorOf({ a: { type: 'string', view } }).normalise({ a: ' ' })).toMatchObject({ a: null })
    expect(validatorOf({ a: { type: 'integer', view: 'number' } }).validate({ a: ' ' })).toEqual([])
    expect(validatorOf({ a: { type: 'string', view: 'date' } }).validate({ a: ' ' })).toEqual([])
  })

  it('about values of any kind, without ever throwing', () => {
    const kinds: Partial<Property>[] = [
      { type: 'string' },
      { type: 'integer', view: 'number' },
      { type: 'number', view: 'number', db: { type: 'BigDecimal' } },
      { type: 'string', view: 'date' },
      { type: 'string', view: 'datetime' },
      { type: 'string', view: 'time' },
      { type: 'integer', view: 'number', db: { type: 'long' } },
    ]
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.anything(), (kind, value) => {
        const own = validatorOf({ a: kind })
        const normal = own.normalise({ a: value })
        const errors = own.validate({ a: value })
        // What is accepted is stored as text, number or nothing.
        if (errors.length === 0) expect(['string', 'number', 'object']).toContain(typeof normal.a)
        if (errors.length === 0 && typeof normal.a === 'object') expect(normal.a).toBeNull()
        expect(own.validate(normal).length === 0).toBe(errors.length === 0)
      }),
      propertyRuns<[Partial<Property>, unknown]>(1000, [
        [{ type: 'integer', view: 'number', db: { type: 'long' } }, '-0'],
        [{ type: 'string' }, { toString: 1 }],
      ]),
    )
  })
})
