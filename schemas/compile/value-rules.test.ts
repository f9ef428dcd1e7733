import { describe, expect, it } from 'vitest'
import { VALUE_RULE_CASES } from '#tests/helpers/value-rule-cases.ts'
import type { FormDocument, Property } from '../page/form.ts'
import { PATTERN_NAMES } from '../rules/patterns.ts'
import { linearMatch } from './check/linear-match.ts'
import { checkDocument } from './check-document.ts'
import { compileForm } from './compile-form.ts'
import { fieldHint } from './field-hint.ts'
import { createRowValidator } from './row-validator.ts'

const document = (properties: Record<string, Partial<Property>>): FormDocument =>
  ({
    kind: 'form',
    code: 'x',
    title: 'x',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          { type: 'string', title: '值', view: 'text', maxLength: 300, ...property },
        ]),
      ),
    },
  }) as FormDocument

/** What the rule says of a value, as the browser and as the server judge it. */
function said(property: Partial<Property>, value: unknown): string | null {
  const form = compileForm(document({ a: property }))
  const [browser, server] = [undefined, linearMatch].map(
    (match) => createRowValidator(form, match).validate({ a: value })[0]?.message ?? null,
  )
  expect(server, `${JSON.stringify(value)} on the server`).toBe(browser)
  return browser ?? null
}

const letters = (count: number) => 'abcDEF'.repeat(60).slice(0, count)

describe('a named pattern', () => {
  it.each(VALUE_RULE_CASES)('$pattern: $message', ({ pattern: validType, good, bad, message }) => {
    for (const value of good) expect(said({ validType }, value), value).toBeNull()
    for (const value of bad) expect(said({ validType }, value), value).toBe(message)
  })

  it('is proved for every name', () => {
    expect(new Set(VALUE_RULE_CASES.map(({ pattern }) => pattern))).toEqual(new Set(PATTERN_NAMES))
  })

  it('keeps both rules of mobile numbers under their own names', () => {
    expect(said({ validType: 'm' }, '19900000000')).toBeNull()
    expect(said({ validType: 'mobile' }, '19900000000')).toBe('请输入正确手机号')
  })

  it('says of a missing number, name and value what the specification says [validate-01, validate-03, gridval-02, gridval-14]', () => {
    const form = document({
      phone: { validType: 'mobile' },
      user: { validType: 'username' },
      note: { validType: '*' },
      mail: { validType: 'email' },
      own: { validType: 'mobile', message: '号码不对' },
    })
    form.schema.required = ['phone', 'user', 'own']
    const validator = createRowValidator(compileForm(form))
    const messages = (row: Record<string, unknown>) => validator.validate(row).map(({ message }) => message)
    expect(messages({})).toEqual(['请输入手机号', '请输入用户名', '不能为空', '请输入手机号'])
    expect(messages({ phone: '', user: ' ', note: null, mail: '', own: '1' })).toEqual([
      '请输入手机号',
      '请输入用户名',
      '不能为空',
      '号码不对',
    ])
  })

  it('is a regular expression where the document writes one, with its own message [gridval-01, gridval-16]', () => {
    expect(said({ pattern: '^[A-Z]\\d{2}$', message: '应为一个字母加两位数字' }, 'a1')).toBe(
      '应为一个字母加两位数字',
    )
    expect(said({ pattern: '^[A-Z]\\d{2}$' }, 'A10')).toBeNull()
  })
})

describe('a rule that is built', () => {
  it('asks for a text, with a least and a most number of characters that are optional [validate-20, validate-21, validate-22]', () => {
    const both: Partial<Property> = { validType: { text: { min: 2, max: 4 } } }
    expect(said(both, null)).toBe('请输入值')
    expect(said(both, 'a')).toBe('最小长度2位字符')
    expect(said(both, 'ab\n')).toBeNull()
    expect(said(both, '字字字字')).toBeNull()
    expect(said(both, 'abcde')).toBe('最大长度4位字符')
    expect(said({ validType: { text: { min: 3 } } }, 'ab')).toBe('最小长度3位字符')
    expect(said({ validType: { text: { min: 3 } } }, letters(299))).toBeNull()
    expect(said({ validType: { text: { max: 3 } } }, 'abcd')).toBe('最大长度3位字符')
    expect(said({ validType: { text: {} } }, '')).toBe('请输入值')
    expect(said({ validType: { text: {} } }, 'a')).toBeNull()
  })

  it('asks for a choice [validate-23]', () => {
    const level: Partial<Property> = {
      view: 'list',
      dict: [{ value: '1', text: '一' }],
      validType: { select: true },
    }
    expect(said(level, '')).toBe('请选择值')
    expect(said(level, '1')).toBeNull()
  })

  it('asks for choices, with a least and a most number of them [validate-24, validate-25]', () => {
    const entries = ['a', 'bb', 'c', 'd'].map((value) => ({ value, text: value }))
    const of = (choices: object): Partial<Property> => ({
      view: 'checkbox',
      dict: entries,
      validType: { choices },
    })
    expect(said(of({}), '')).toBe('请选择值')
    expect(said(of({ min: 2, max: 3 }), 'bb')).toBe('最少选择2项')
    expect(said(of({ min: 2, max: 3 }), 'a,bb')).toBeNull()
    expect(said(of({ min: 2, max: 3 }), ['a', 'bb', 'c'])).toBeNull()
    expect(said(of({ min: 2, max: 3 }), 'a,bb,c,d')).toBe('最多选择3项')
    expect(said(of({ min: 1 }), 'bb')).toBeNull()
    expect(said(of({ max: 1 }), 'a,bb')).toBe('最多选择1项')
    // Commas around nothing are no choices.
    expect(said(of({ min: 2 }), ',bb,')).toBe('最少选择2项')
    expect(said(of({ max: 1 }), ',bb,')).toBeNull()
  })

  it('is checked: limits that contradict each other, fields of another sort, other words', () => {
    const problems = (property: Partial<Property>) =>
      checkDocument(document({ a: property })).map(
        ({ severity, path, message }) => `${severity} ${path} ${message}`,
      )
    expect(problems({ validType: { text: { min: 5, max: 2 } } })).toEqual([
      'error /schema/properties/a/validType min 5 大于 max 2，任何值都无法保存',
    ])
    expect(problems({ validType: { choices: { min: 1 } } })).toEqual([
      'warning /schema/properties/a/validType 控件 text 没有多个选项，“最少、最多选择”不起作用',
    ])
    expect(problems({ validType: { select: true } })).toEqual([
      'warning /schema/properties/a/validType 控件 text 没有选项，规则 select 只表示必填',
    ])
    expect(problems({ type: 'integer', view: 'number', validType: { text: { min: 1 } } })).toContain(
      'warning /schema/properties/a/validType 必填文本的规则只用于文本字段',
    )
    expect(problems({ validType: { txt: {} } as never })[0]).toMatch(
      /^error \/schema\/properties\/a\/validType/,
    )
    expect(problems({ validType: { text: { min: 2, max: 4 } } })).toEqual([])
  })
})

it('what a rule expects is said before anything was typed', () => {
  const form = compileForm(
    document({
      phone: { validType: 'm' },
      name: { validType: { text: { min: 2, max: 20 } }, description: '与证件一致' },
      from: { title: '开始', view: 'date', format: 'date' },
      to: { view: 'date', format: 'date', notBefore: 'from' },
      low: { title: '下限', type: 'integer', view: 'number' },
      high: { type: 'integer', view: 'number', notBefore: 'low' },
      tags: { view: 'checkbox', dict: 'x', validType: { choices: { max: 3 } } },
    }),
  )
  expect(
    Object.fromEntries(form.fields.filter((one) => !one.system).map((one) => [one.name, fieldHint(one)])),
  ).toEqual({
    phone: '11位手机号码',
    name: '与证件一致 · 2到20位字符',
    from: '',
    to: '不早于开始',
    low: '',
    high: '不小于下限',
    tags: '最多选3项',
  })
})
