import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { DeclaredAction } from '#schemas/page/action.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'
import { type ActionCall, createFormActions } from './actions.ts'

let bench: FormBench
let form: CompiledForm
const admin = testSession()
const told: Row[] = []
const calls: Record<string, ActionCall> = {
  async freeze({ rows, input, set, step }) {
    await set({ status: '0' })
    await step.records.insert('note', { said: `${rows.length} ${input.why}` })
    told.push(...rows)
    return { message: `已冻结 ${rows.length} 人` }
  },
  async failing({ set }) {
    await set({ status: '0' })
    throw new Error('broken')
  },
}
const freeze: DeclaredAction = {
  code: 'freeze',
  title: '冻结',
  at: 'selection',
  when: { field: 'status', rule: 'eq', val: '1' },
  does: { call: 'freeze' },
}
const actions: DeclaredAction[] = [
  freeze,
  { ...freeze, code: 'failing', does: { call: 'failing' } },
  { ...freeze, code: 'panel', does: { panel: 'user-password' } },
  {
    code: 'reject',
    title: '驳回',
    at: 'selection',
    ask: { field: 'name', title: '驳回原因', required: true },
    does: { set: { status: '3' } },
  },
  { code: 'clear', title: '清理', at: 'page', does: { call: 'clear' } },
]

beforeAll(async () => {
  bench = await createFormBench([
    formDocument('person', {
      name: { type: 'string' },
      status: { type: 'string', readOnly: true, default: '1' },
    }),
    formDocument('note', { said: { type: 'string' } }),
  ])
  const person = bench.form('person')
  form = { ...person, list: { ...person.list, actions } }
})
afterAll(async () => bench?.close())

const add = async (name: string): Promise<string> => {
  const answer = await bench.writer.insert(form, { name }, writeContext(admin))
  return answer.saved ? answer.id : ''
}
const run = (code: string, ids: string[], key?: string, input: Row = { why: '离职' }) =>
  createFormActions({ writer: bench.writer, calls, store: bench.store }).run(
    form,
    code,
    { ids, input },
    writeContext(admin, key),
  )
const status = async (id: string) => (await bench.reader.record(form, admin, id)).status
const notes = async () =>
  (await bench.database.connections.readPool.query('select said from data.note')).rows.length

describe('an action that calls the server', () => {
  it('gets the stored records and the input, and is one entry of the log', async () => {
    const ids = [await add('甲'), await add('乙')]
    expect(await run('freeze', ids)).toEqual({ done: true, result: { message: '已冻结 2 人' } })
    expect(told.map((row) => row.name).sort()).toEqual(['乙', '甲'])
    expect(await Promise.all(ids.map(status))).toEqual(['0', '0'])
    const { rows } = await bench.database.connections.readPool.query(
      `select o.action, count(*)::int as changes from platform.operation o
       join platform.operation_change c on c.operation_id = o.id where o.action = 'freeze' group by o.id, o.action`,
    )
    expect(rows).toEqual([{ action: 'freeze', changes: 3 }])
  })

  it('is done once for one key, and its answer repeated', async () => {
    const ids = [await add('丙')]
    const before = await notes()
    const first = await run('freeze', ids, 'key-1')
    expect(await run('freeze', ids, 'key-1')).toEqual(first)
    expect(await notes()).toBe(before + 1)
    await expect(run('freeze', [], 'key-1')).rejects.toMatchObject({ status: 400 })
    await expect(run('freeze', [await add('丁')], 'key-1')).rejects.toMatchObject({ status: 422 })
  })

  it('changes nothing when it fails, or when a record is not in the state for it', async () => {
    const [open, frozen] = [await add('戊'), await add('己')]
    await expect(run('failing', [open])).rejects.toThrow('broken')
    await run('freeze', [frozen])
    const before = await notes()
    expect(await run('freeze', [frozen])).toEqual({
      done: false,
      errors: [{ field: '', message: '该记录的当前状态不能执行“冻结”' }],
    })
    expect(await run('freeze', [open, frozen])).toMatchObject({
      errors: [{ message: '所选记录中有 1 条不能执行“冻结”' }],
    })
    expect(await status(open)).toBe('1')
    expect(await notes()).toBe(before)
  })

  it('sets the text that it asks for, and does nothing without a required one [popup-26]', async () => {
    const id = await add('壬')
    for (const input of [{}, { name: ' ' }, { name: 7 }, { why: '离职' }])
      await expect(run('reject', [id], undefined, input as Row)).rejects.toMatchObject({
        status: 400,
        message: '请输入驳回原因',
      })
    expect(await run('reject', [id], undefined, { name: ' 资料不齐 ', status: '9' })).toMatchObject({
      done: true,
    })
    expect(await bench.reader.record(form, admin, id)).toMatchObject({ name: '资料不齐', status: '3' })
  })

  it('exists only as the document says, and only where the server has the function', async () => {
    const ids = [await add('庚')]
    await expect(run('no_such', ids)).rejects.toMatchObject({ status: 404, message: '操作不存在' })
    await expect(run('toString', ids)).rejects.toMatchObject({ status: 404 })
    await expect(run('panel', ids)).rejects.toMatchObject({ status: 400, message: '“冻结”不由服务器执行' })
    await expect(run('clear', [])).rejects.toMatchObject({ status: 400, message: '“清理”不由服务器执行' })
    await expect(run('freeze', [])).rejects.toMatchObject({ status: 400, message: '请选择记录' })
    await expect(run('freeze', [...ids, 'nobody'])).rejects.toMatchObject({ status: 404 })
    expect(await status(ids[0] ?? '')).toBe('1')
  })

  it('reads computed rows once, however many are named', async () => {
    const rows = vi.fn(async () => [])
    const acting = createFormActions({
      calls,
      store: { rows },
      writer: {
        async act(_form, { ids, computed }) {
          await computed(admin, ids)
          return { done: false, errors: [] }
        },
      },
    })
    await acting.run(form, 'freeze', { ids: ['a', 'b', 'c'], input: {} }, writeContext(admin))
    expect(rows).toHaveBeenCalledTimes(1)
  })

  it('holds its records while it runs', async () => {
    const id = await add('辛')
    const seen = vi.fn()
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const held = createFormActions({
      writer: bench.writer,
      store: bench.store,
      calls: {
        async freeze({ set }) {
          seen()
          await gate
          await set({ status: '0' })
          return {}
        },
      },
    }).run(form, 'freeze', { ids: [id], input: {} }, writeContext(admin))
    await expect.poll(() => seen.mock.calls.length).toBe(1)
    // The second waits for the first, and then sees what it has made of the record.
    const second = run('freeze', [id])
    open()
    expect(await held).toMatchObject({ done: true })
    expect(await second).toMatchObject({ done: false })
  })
})
