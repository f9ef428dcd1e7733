import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'

let bench: FormBench
const context = writeContext(testSession())

beforeAll(async () => {
  const address = {
    province: {
      type: 'string' as const,
      view: 'link_down',
      options: {
        table: 'region',
        txt: 'name',
        key: 'name',
        idField: 'code',
        pidField: 'parent',
        linkField: 'city,area',
        condition: { field: 'parent', rule: 'eq', val: '0' },
      },
    },
    city: { type: 'string' as const, form: false },
    area: { type: 'string' as const, form: false },
  }
  const required = (form: ReturnType<typeof formDocument>) => ({
    ...form,
    schema: { ...form.schema, required: ['city', 'area'] },
  })
  bench = await createFormBench([
    formDocument('region', {
      code: { type: 'string' },
      name: { type: 'string' },
      parent: { type: 'string' },
    }),
    required(
      formDocument('address', address, {
        subTables: [{ code: 'branch', foreignKey: 'main_id', relation: 'many' }],
      }),
    ),
    required(
      formDocument('lost', {
        ...address,
        province: { ...address.province, options: { ...address.province.options, table: 'nowhere' } },
      }),
    ),
    required(formDocument('branch', { main_id: { type: 'string', form: false }, ...address })),
  ])
  const regions = [
    ['1', '浙江', '0'],
    ['2', '澳门', '0'],
    ['3', '吉林', '0'],
    ['11', '杭州', '1'],
    ['12', '舟山', '1'],
    // A name that has entries below it in one place and none in another.
    ['31', '舟山', '3'],
    ['111', '西湖', '11'],
    ['311', '朝阳', '31'],
  ]
  for (const [code = '', name = '', parent = ''] of regions)
    await bench.writer.insert(bench.form('region'), { code, name, parent }, context)
})
afterAll(async () => bench?.close())

async function refused(row: Row): Promise<[field: string, message: string, row?: number][]> {
  const answer = await bench.writer.insert(bench.form('address'), row, context)
  return answer.saved
    ? []
    : answer.errors.map(({ field, message, row: at }) =>
        at === undefined ? [field, message] : [field, message, at],
      )
}

describe('a required level of a linked dropdown', () => {
  it('is asked for while there is a choice below the level above', async () => {
    expect(await refused({ province: '浙江' })).toEqual([['city', '请选择city']])
    expect(await refused({ province: '浙江', city: '杭州' })).toEqual([['area', '请选择area']])
    expect(await refused({ province: '浙江', city: '杭州', area: '西湖' })).toEqual([])
    expect((await refused({})).map(([field]) => field)).toEqual(['city', 'area'])
  })

  it('is not asked for where the choice above has no entries below it', async () => {
    expect(await refused({ province: '澳门' })).toEqual([])
    expect(await refused({ province: '浙江', city: '舟山' })).toEqual([])
    expect(await refused({ province: '吉林', city: '舟山' })).toEqual([['area', '请选择area']])
  })

  it('is not asked for where the table of the choices is missing', async () => {
    const row = { province: '澳门' }
    expect(await bench.writer.insert(bench.form('lost'), row, context)).toMatchObject({ saved: true })
  })

  it('holds in sub rows, too', async () => {
    const branch = [{ province: '澳门' }, { province: '浙江' }]
    expect(await refused({ province: '澳门', branch })).toEqual([['city', '请选择city', 1]])
  })
})
