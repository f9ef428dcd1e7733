import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Condition } from '../page/condition.ts'
import type { FormDocument } from '../page/form.ts'
import { compileForm } from './compile-form.ts'
import { evaluateCondition } from './evaluate-condition.ts'
import { fieldStates } from './field-states.ts'
import { formVariables } from './form-variables.ts'
import { initialRow } from './initial-row.ts'

const form = compileForm(
  JSON.parse(
    readFileSync(new URL('fixtures/booth_order.form.json', import.meta.url), 'utf8'),
  ) as FormDocument,
)
const user = {
  id: 'u1',
  username: 'zhang',
  realname: '张三',
  orgCode: 'A01',
  orgCodes: ['A01', 'A02'],
  tenantId: 7,
}
const now = new Date(2026, 0, 2, 3, 4, 5)
const variables = formVariables(user, now)
const row = {
  name: 'Hall 1',
  amount: '9.50',
  count: 10,
  owner: 'zhang',
  tags: 'a,b',
  signed_at: '2026-01-02 08:00:00',
  open_date: '2026-01-02',
  phone: null,
  email: '',
}

describe('evaluateCondition', () => {
  it.each<[Condition, boolean]>([
    [{ field: 'name', rule: 'eq', val: 'Hall 1' }, true],
    [{ field: 'name', rule: 'like', val: 'all' }, true],
    [{ field: 'name', rule: 'right_like', val: 'Hall' }, true],
    [{ field: 'name', rule: 'left_like', val: 'Hall' }, false],
    [{ field: 'name', rule: 'not_like', val: 'x' }, true],
    [{ field: 'phone', rule: 'not_like', val: '1' }, true],
    [{ field: 'phone', rule: 'not_in', val: '1,2' }, true],
    [{ field: 'phone', rule: 'ne', val: '1' }, true],
    [{ field: 'phone', rule: 'like', val: '1' }, false],
    [{ field: 'count', rule: 'ge', val: 10 }, true],
    [{ field: 'count', rule: 'gt', val: 10 }, false],
    [{ field: 'count', rule: 'le', val: 10 }, true],
    [{ field: 'count', rule: 'lt', val: 10 }, false],
    // By the column's type: 9.50 is less than 10, whatever the letters say.
    [{ field: 'amount', rule: 'lt', val: '10' }, true],
    [{ field: 'amount', rule: 'eq', val: 9.5 }, true],
    [{ field: 'count', rule: 'in', val: ['10', '11'] }, true],
    [{ field: 'count', rule: 'gt', val: 'many' }, false],
    [{ field: 'count', rule: 'ne', val: 'many' }, false],
    // One of several values.
    [{ field: 'tags', rule: 'eq', val: 'b' }, true],
    [{ field: 'tags', rule: 'in', val: 'c,b' }, true],
    [{ field: 'tags', rule: 'ne', val: 'a' }, false],
    // A day means the whole day.
    [{ field: 'signed_at', rule: 'eq', val: '2026-01-02' }, true],
    [{ field: 'signed_at', rule: 'le', val: '2026-01-02' }, true],
    [{ field: 'signed_at', rule: 'gt', val: '2026-01-02' }, false],
    // A missing value equals nothing.
    [{ field: 'phone', rule: 'eq', val: 'x' }, false],
    [{ field: 'phone', rule: 'ne', val: 'x' }, true],
    [{ field: 'phone', rule: 'lt', val: 'x' }, false],
    [{ field: 'phone', rule: 'empty' }, true],
    [{ field: 'email', rule: 'empty' }, true],
    [{ field: 'constructor', rule: 'not_empty' }, false],
    [{ field: 'name', rule: 'not_in', val: [] }, true],
    [{ field: 'name', rule: 'in', val: [] }, false],
    [{ field: 'phone', rule: 'eq', val: null }, true],
    // Variables; an unknown one matches nothing, not even by ne.
    [{ field: 'owner', rule: 'eq', val: '#{sys_user_code}' }, true],
    [{ field: 'owner', rule: 'eq', val: '#{sysUserCode}' }, true],
    [{ field: 'owner', rule: 'in', val: '#{sys_multi_org_code},zhang' }, true],
    [{ field: 'owner', rule: 'ne', val: '#{constructor}' }, false],
    [{ field: 'open_date', rule: 'le', val: '#{sys_date}' }, true],
    [{ and: [] }, false],
    [{ or: [] }, false],
    [
      {
        and: [
          { field: 'name', rule: 'not_empty' },
          {
            or: [
              { field: 'count', rule: 'eq', val: 1 },
              { field: 'count', rule: 'eq', val: 10 },
            ],
          },
        ],
      },
      true,
    ],
  ])('%j is %s', (condition, expected) => {
    expect(evaluateCondition(condition, row, variables, form)).toBe(expected)
  })

  it('ends with conditions that nest without end', () => {
    let deep: Condition = { field: 'name', rule: 'not_empty' }
    for (let depth = 0; depth < 1000; depth += 1) deep = { and: [deep] }
    expect(evaluateCondition(deep, row)).toBe(false)
  })
})

describe('fieldStates', () => {
  it('shows a field only while a rule says so, and hides above all', () => {
    expect(fieldStates(form, {}).hidden).toEqual(new Set(['note']))
    const vip = fieldStates(form, { level: 'vip', paid: 'Y' })
    expect(vip.hidden).toEqual(new Set(['remark']))
    expect(vip.required).toEqual(new Set(['owner']))
    expect(vip.readonly).toEqual(new Set(['amount']))
    const rules = [
      // biome-ignore lint/suspicious/noThenProperty: a keyword of documents.
      { if: { field: 'paid', rule: 'eq', val: 'Y' }, then: { require: ['remark'], hide: ['remark'] } },
    ] as const
    expect(
      fieldStates({ ...form, rules: rules as unknown as typeof form.rules }, { paid: 'Y' }).required,
    ).toEqual(new Set())
  })
})

describe('initialRow', () => {
  it('begins with constants, the user, the moment and switches that are off', () => {
    expect(initialRow(form, user, now)).toMatchObject({
      status: '0',
      owner: 'zhang',
      open_date: '2026-01-02',
      paid: 'N',
      active: 0,
      code: null,
      name: null,
    })
    expect(initialRow(form, user, now)).not.toHaveProperty('id')
  })
})
