import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { FormAction } from '#schemas/page/form.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'

let bench: FormBench
let form: CompiledForm
const admin = testSession()
const open = { field: 'status', rule: 'ne' as const, val: '1' }
const own = { field: 'owner', rule: 'eq' as const, val: '#{sys_user_code}' }
const actions: FormAction[] = [
  'add',
  { code: 'edit', when: open },
  { code: 'delete', title: '作废', when: { and: [open, own] } },
  'batch_delete',
]

beforeAll(async () => {
  const documents = [
    formDocument(
      'paper',
      { title: { type: 'string' }, status: { type: 'string' }, owner: { type: 'string' } },
      { list: { actions } },
    ),
    formDocument('order', { paper: { type: 'string' } }),
    formDocument(
      'folder',
      { name: { type: 'string' } },
      { subTables: [{ code: 'sheet', foreignKey: 'folder_id', relation: 'many', order: 'place' }] },
    ),
    formDocument(
      'sheet',
      {
        folder_id: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'string' },
        place: { type: 'integer' },
      },
      {
        list: {
          actions: [
            { code: 'edit', when: open },
            { code: 'delete', title: '作废', when: open },
          ],
        },
      },
    ),
  ]
  bench = await createFormBench(documents, [
    {
      name: 'orders',
      forms: ['order'],
      async after(changes, { records }) {
        await records.remove(
          'paper',
          changes.map(({ after }) => String(after?.paper)),
        )
      },
    },
  ])
  form = bench.form('paper')
})
afterAll(async () => bench?.close())

const add = async (status: string, owner = admin.username): Promise<string> => {
  const answer = await bench.writer.insert(form, { title: 'a', status, owner }, writeContext(admin))
  return answer.saved ? answer.id : ''
}
const read = async (id: string) => bench.reader.record(form, admin, id)
const edit = async (id: string, row: object) => bench.writer.update(form, { id, ...row }, writeContext(admin))
const remove = async (...ids: string[]) => bench.writer.remove(form, ids, writeContext(admin))
const refused = (message: string) => ({ saved: false, errors: [{ field: '', message }] })

describe('a record that the document lets nobody edit or delete', () => {
  it('is refused by what is stored, whatever is sent', async () => {
    const [free, closed] = [await add('0'), await add('1')]
    expect(await edit(free, { title: 'b' })).toMatchObject({ saved: true })
    expect(await edit(closed, { title: 'b' })).toEqual(refused('该记录的当前状态不能执行“编辑”'))
    expect(await edit(closed, { title: 'b', status: '0' })).toMatchObject({ saved: false })
    expect(await read(closed)).toMatchObject({ title: 'a', status: '1', _version: 1 })
    // What is sent may close it: the condition is about the record before.
    expect(await edit(free, { status: '1' })).toMatchObject({ saved: true })
    expect(await edit(free, { title: 'c' })).toMatchObject({ saved: false })
  })

  it('says so also to a form that was opened before', async () => {
    const id = await add('0')
    await edit(id, { status: '1' })
    expect(await edit(id, { title: 'b', _version: 1 })).toEqual(refused('该记录的当前状态不能执行“编辑”'))
  })

  it('stays with all that were to be deleted with it', async () => {
    const [free, closed, foreign] = [await add('0'), await add('1'), await add('0', 'somebody')]
    await expect(remove(closed)).rejects.toMatchObject({ message: '该记录的当前状态不能执行“作废”' })
    await expect(remove(free, closed, foreign)).rejects.toMatchObject({
      status: 200,
      message: '所选记录中有 2 条不能执行“作废”',
    })
    for (const id of [free, closed, foreign]) expect(await read(id)).toMatchObject({ title: 'a' })
    expect(await remove(free)).toBe(1)
  })

  it('may be removed by what follows from another record', async () => {
    const paper = await add('1')
    const answer = await bench.writer.insert(bench.form('order'), { paper }, writeContext(admin))
    expect(answer).toMatchObject({ saved: true })
    await expect(read(paper)).rejects.toMatchObject({ status: 404 })
  })

  it('is refused as a sub row of its main record, too, where the save would change it or take it out', async () => {
    const folder = bench.form('folder')
    const save = async (row: object) => bench.writer.update(folder, { ...row }, writeContext(admin))
    const added = await bench.writer.insert(
      folder,
      {
        name: 'f',
        sheet: [
          { title: 'a', status: '1' },
          { title: 'b', status: '0' },
        ],
      },
      writeContext(admin),
    )
    const id = added.saved ? added.id : ''
    const rows = await bench.reader.subRows(bench.form('sheet'), admin, id)
    const [closed, free] = ['a', 'b'].map((title) => rows.find((row) => row.title === title) ?? {})
    const errors = async (...sheet: object[]) => {
      const answer = await save({ id, name: 'g', sheet })
      return answer.saved ? [] : answer.errors
    }
    expect(await errors(free ?? {}, { ...closed, title: 'x' })).toEqual([
      { subTable: 'sheet', row: 1, field: '', message: '该记录的当前状态不能执行“编辑”' },
    ])
    expect(await errors(free ?? {})).toEqual([
      { subTable: 'sheet', field: '', message: '该记录的当前状态不能执行“作废”' },
    ])
    // As it is stored it does not keep the others from being saved; another place among them is no edit.
    expect(
      await errors({ ...closed, place: 3 }, { ...free, title: 'c' }, { title: 'new', status: '1' }),
    ).toEqual([])
    const placed = (await bench.reader.subRows(bench.form('sheet'), admin, id)).find(
      ({ place }) => place === 3,
    )
    expect(await errors({ ...placed }, { title: 'new', status: '0' })).not.toEqual([])
    // A main record takes its sub rows with it.
    expect(await bench.writer.remove(folder, [id], writeContext(admin))).toBe(1)
  })
})
