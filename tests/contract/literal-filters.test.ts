import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Condition } from '#schemas/page/condition.ts'
import { listParams } from '#src/api/list-params.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'

const NAMES = ['!甲', '甲', '甲,乙', '*甲', '甲*', '>甲', '甲++乙', '50%', '甲_乙']
const FORM = 'expo_requirement'
const FIELD = 'title'

/** What a caller asks for, and which of the names he gets: each sign stands for itself. */
const QUESTIONS: [Condition, string[]][] = [
  ...NAMES.map((val): [Condition, string[]] => [{ field: FIELD, rule: 'eq', val }, [val]]),
  [{ field: FIELD, rule: 'like', val: '!' }, ['!甲']],
  [{ field: FIELD, rule: 'like', val: ',' }, ['甲,乙']],
  [{ field: FIELD, rule: 'like', val: '*' }, ['*甲', '甲*']],
  [{ field: FIELD, rule: 'like', val: '%' }, ['50%']],
  [{ field: FIELD, rule: 'like', val: '_' }, ['甲_乙']],
  [{ field: FIELD, rule: 'in', val: ['甲,乙', '!甲'] }, ['!甲', '甲,乙']],
  [{ field: FIELD, rule: 'right_like', val: '甲' }, ['甲', '甲*', '甲++乙', '甲,乙', '甲_乙']],
  [{ field: FIELD, rule: 'not_in', val: NAMES.slice(1) }, ['!甲']],
]

describe('a value that holds a sign of the wire', () => {
  let test: TestApp
  let admin: string
  beforeAll(async () => {
    test = await createTestApp({ exampleData: false })
    admin = await test.signIn('admin')
    for (const name of NAMES) {
      const saved = await test.call(admin, 'POST', `/online/cgform/api/form/${FORM}`, { [FIELD]: name })
      expect(saved.body, saved.text).toMatchObject({ success: true })
    }
  })
  afterAll(() => test.close())

  it.each(QUESTIONS)('is asked of the server as it stands: %j', async (filter, found) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(listParams({ code: FORM }, { filter, pageSize: 50 })))
      params.set(name, String(value))
    const answer = await test.call(admin, 'GET', `/online/cgform/api/getData/${FORM}?${params}`)
    const names = answer.body.result.records.map((row: Record<string, string>) => row[FIELD])
    expect(names.sort()).toEqual([...found].sort())
  })

  it.each(QUESTIONS)('is asked of the memory as it stands: %j', async (filter, found) => {
    const client = createMemoryClient({
      documents: [
        {
          kind: 'form',
          code: FORM,
          title: '需求',
          schema: {
            type: 'object',
            properties: { [FIELD]: { type: 'string', title: '标题', view: 'text' } },
          },
        },
      ],
      rows: { [FORM]: NAMES.map((name, at) => ({ id: String(at), [FIELD]: name })) },
    })
    const { records } = await client.list({ code: FORM }, { filter })
    expect(records.map((row) => String(row[FIELD])).sort()).toEqual([...found].sort())
  })
})
