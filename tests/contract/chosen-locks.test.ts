import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' } as const
/** Wide: a busy machine is slow. */
const LONG = { timeout: 20_000 }
const HALL = '/online/cgform/api/form/lock_hall'
const VISIT = '/online/cgform/api/form/lock_visit'

describe('a record that is chosen', () => {
  let dir: string
  let test: TestApp
  let admin: string
  /** A session beside the server's: what it holds, the server waits for. */
  let other: pg.Client
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'locks-'))
    const dict = { table: 'lock_hall', value: 'id', text: 'name' }
    const byName = { table: 'lock_hall', value: 'name', text: 'name' }
    for (const document of [
      formDocument('lock_hall', { name: text }),
      formDocument('lock_visit', {
        name: { ...text, unique: true },
        hall: { ...text, view: 'list', dict },
        halls: { ...text, view: 'list_multi', dict },
        hall_name: { ...text, view: 'list', dict: byName },
      }),
    ])
      await writeFile(join(dir, `${document.code}.form.json`), JSON.stringify(document))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    admin = await test.signIn('admin')
    other = new pg.Client(test.database.connect)
    await other.connect()
  })
  afterAll(async () => {
    await other?.end()
    await test?.close()
    await rm(dir, { recursive: true, force: true })
  })

  const hall = async (name: string): Promise<string> =>
    (await test.call(admin, 'POST', HALL, { name })).body.result
  const visit = async (row: object) => (await test.call(admin, 'POST', VISIT, row)).body
  const remove = async (id: string) => (await test.call(admin, 'DELETE', `${HALL}/${id}`)).body
  /** Until so many sessions of the server wait for a lock. */
  const waiting = (count: number) =>
    expect
      .poll(async () => {
        // Not of the session that holds: within a transaction this view stays as it was at first.
        const { rows } = await test.database.connections.readPool.query(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].count
      }, LONG)
      .toBe(count)

  it('cannot be deleted while the save that chooses it is under way', async () => {
    const id = await hall('一号馆')
    // The save has chosen, and waits for a unique value.
    await other.query('begin')
    await other.query(
      `insert into data.lock_visit (id, "_tenant", "_version", name) values ('held', 1, 1, '同名')`,
    )
    const saving = visit({ name: '同名', hall: id })
    await waiting(1)
    const deleting = remove(id)
    await waiting(2)
    await other.query('rollback')
    expect(await saving).toMatchObject({ success: true })
    expect(await deleting).toMatchObject({
      success: false,
      message: '被 1 条“lock_visit”的“hall”引用，不能删除',
    })
  })

  it('that is being deleted does not exist for the save that waits for it', async () => {
    const id = await hall('二号馆')
    const [first, second] = [await hall('三号馆'), await hall('三号馆')]
    // The deletion is done, and waits for the log.
    await other.query('begin')
    await other.query('lock table platform.operation in share mode')
    const deleting = [remove(id), remove(first)]
    await waiting(2)
    const saving = [
      visit({ name: '甲', hall: id }),
      visit({ name: '乙', halls: `${second},${id}` }),
      // Another record has the value: it may be chosen, whichever of the two was looked at first.
      visit({ name: '丙', hall_name: '三号馆' }),
    ]
    await waiting(5)
    await other.query('commit')
    for (const one of deleting) expect(await one).toMatchObject({ success: true })
    const [byKey, among, byName] = await Promise.all(saving)
    expect(byKey).toMatchObject({ success: false, message: `hall“${id}”不存在` })
    expect(among).toMatchObject({ success: false, message: `halls“${id}”不存在` })
    expect(byName).toMatchObject({ success: true })
  })

  it('is held by any number of saves at once, and may be changed meanwhile', async () => {
    const [a, b] = [await hall('甲馆'), await hall('乙馆')]
    const saves = Array.from({ length: 16 }, (_, at) =>
      visit({ name: `同时${at}`, halls: at % 2 ? `${a},${b}` : `${b},${a}`, hall: at % 2 ? b : a }),
    )
    for (const one of await Promise.all(saves)) expect(one).toMatchObject({ success: true })
    await other.query('begin')
    await other.query('select 1 from data.lock_hall where id = $1 for key share', [a])
    const changed = await test.call(admin, 'PUT', HALL, { id: a, name: '改名' })
    await other.query('rollback')
    expect(changed.body).toMatchObject({ success: true })
  })
})
