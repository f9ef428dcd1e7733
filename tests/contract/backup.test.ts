import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FIRST_TENANT } from '#server/database/first-data/tenant.ts'
import { KNOWN_MIGRATIONS } from '#server/database/migrate.ts'
import { endDeadBackups, holdBackup, releaseBackup } from '#server/modules/backup/backup-state.ts'
import { openBackup } from '#server/modules/backup/open-backup.ts'
import { restoreBackup } from '#server/modules/backup/restore-backup.ts'
import { findTables, readStructure } from '#server/modules/backup/structure.ts'
import { type Backup, writeBackup } from '#server/modules/backup/write-backup.ts'
import { fileStoreOf } from '#server/modules/file/store-of.ts'
import { PUSH_CHANNEL, type Push, parsePush } from '#server/socket/push.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { fileForm, PDF } from '#tests/helpers/sent-files.ts'

const ACCOUNTS = 20
const MONEY = 1000
/** What browsers are told, for the list of backups. */
const TOLD = {
  to: 'users',
  tenantId: FIRST_TENANT,
  userIds: null,
  message: { cmd: 'rows', form: 'sys_backup' },
}

describe('a backup while people work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  const file = join(folder, 'all.zip')
  const place = { dataDir: folder, s3: null }
  /** Where the files of an archive are put back. */
  const restored = fileStoreOf({ dataDir: join(folder, 'restored'), s3: null })
  let test: TestApp
  let admin = ''
  let made: Backup
  /** Path of a stored file. */
  let paper = ''
  let deafen = () => {}

  beforeAll(async () => {
    test = await createTestApp({ env: { DATA_DIR: folder } })
    admin = await test.signIn('admin')
    await test.database.connections.writePool.query(
      `create table data.one (id integer primary key, amount integer not null, half integer generated always as (amount / 2) stored);
       create table data.two (id integer primary key references data.one, amount integer not null, note text);
       insert into data.one select n, ${MONEY} from generate_series(1, ${ACCOUNTS}) n;
       insert into data.two select n, 0, E'a\\tb\\nc\\\\ 中文' from generate_series(1, ${ACCOUNTS}) n`,
    )
    const { payload, headers } = fileForm('说明.pdf', PDF)
    const sent = await test.call(admin, 'POST', '/sys/common/upload', payload, { headers })
    paper = sent.body.message
    made = await underLoad(() => backup(file))
  })
  afterAll(async () => {
    deafen()
    await test.close()
    rmSync(folder, { recursive: true })
  })

  async function backup(to: string): Promise<Backup> {
    const client = await test.database.connections.readPool.connect()
    try {
      return await writeBackup({
        client,
        file: to,
        program: '0.1.0',
        keyMark: null,
        files: fileStoreOf(place).store,
      })
    } finally {
      client.release()
    }
  }

  /** Money moves between two tables, and records are saved with their entries in the log, all the time. */
  async function underLoad<T>(work: () => Promise<T>): Promise<T> {
    const { writePool } = test.database.connections
    let isOver = false
    const moved = { transfers: 0, records: 0 }
    const transfer = async () => {
      while (!isOver) {
        const id = 1 + Math.floor(Math.random() * ACCOUNTS)
        const client = await writePool.connect()
        await client.query('begin')
        await client.query('update data.one set amount = amount - 1 where id = $1', [id])
        await client.query('update data.two set amount = amount + 1 where id = $1', [id])
        await client.query('commit')
        client.release()
        moved.transfers++
      }
    }
    const save = async () => {
      while (!isOver) {
        const { body } = await test.call(admin, 'POST', '/online/cgform/api/form/expo_requirement', {
          title: `负载 ${moved.records}`,
        })
        if (body.success) moved.records++
      }
    }
    const running = [transfer(), transfer(), save(), save()]
    // The snapshot is to see records of the load.
    await vi.waitFor(() => expect(moved.records).toBeGreaterThan(0), 30_000)
    const result = await work()
    isOver = true
    await Promise.all(running)
    expect(moved.transfers).toBeGreaterThan(10)
    expect(moved.records).toBeGreaterThan(3)
    return result
  }

  /** What is said to browsers of the first tenant from now on. */
  async function pushes(): Promise<Push[]> {
    const heard: Push[] = []
    await new Promise<void>((resolve) => {
      const onUp = () => resolve()
      const onMessage = (payload: string) => {
        const push = parsePush(payload)
        if (push?.tenantId === FIRST_TENANT) heard.push(push)
      }
      deafen = test.database.connections.listen(PUSH_CHANNEL, { onMessage, onUp })
    })
    return heard
  }

  async function intoEmpty<T>(act: (target: TestDatabase) => Promise<T>): Promise<T> {
    const target = await createEmptyDatabase()
    try {
      return await act(target)
    } finally {
      await target.drop()
    }
  }
  const restore = async (from: string, target: TestDatabase, known: readonly string[] = KNOWN_MIGRATIONS) => {
    const opened = await openBackup(from, known)
    try {
      return await restoreBackup(opened, target.connect, restored, () => undefined)
    } finally {
      opened.close()
    }
  }
  const tablesOf = async ({ connections }: TestDatabase) => {
    const client = await connections.readPool.connect()
    const tables = await findTables(client).finally(() => client.release())
    return tables
  }

  it('is one moment of all tables, and restores to a system that works', async () => {
    const target = await createEmptyDatabase()
    const { rows } = await restore(file, target)
    const total = made.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    expect(rows).toBe(total)
    const ask = async (sql: string) => (await target.connections.readPool.query(sql)).rows
    const [sums] = await ask(
      `select (select sum(amount) from data.one)::int as one, (select sum(amount) from data.two)::int as two,
         (select bool_and(half = amount / 2) from data.one) as half, (select min(note) from data.two) as note`,
    )
    expect(sums.one + sums.two).toBe(ACCOUNTS * MONEY)
    expect(sums).toMatchObject({ half: true, note: 'a\tb\nc\\ 中文' })
    // Each record has its entry of the log, and each entry its record: they are saved together.
    const torn = await ask(
      `select coalesce(r.id, c.record_id) as id from data.expo_requirement r
       full join platform.operation_change c on c.record_id = r.id
       where (r.title like '负载 %' or c.after->>'title' like '负载 %') and (r.id is null or c.record_id is null)`,
    )
    expect(torn).toEqual([])
    const saved = await ask("select 1 from data.expo_requirement where title like '负载 %'")
    expect(saved.length).toBeGreaterThan(0)
    expect((await ask('select 1 from platform.sys_session')).length).toBe(0)
    expect(await ask('select bytes from platform.file_space')).toEqual([{ bytes: PDF.length }])
    await target.connections.writePool.query('delete from platform.sys_file')
    expect(await ask('select bytes from platform.file_space')).toEqual([{ bytes: 0 }])

    const structureOf = async (database: TestDatabase) => {
      const client = await database.connections.readPool.connect()
      const { before, after } = await readStructure(client, await findTables(client))
      client.release()
      // A check is written back in other words of the same meaning.
      const plain = (line: string) => line.replaceAll(/::(text|character varying)(\[\])?|[()]/g, '')
      return [...before.map(plain).sort(), ...after.map(plain).sort()]
    }
    expect(await structureOf(target)).toEqual(await structureOf(test.database))

    const restored = await createTestApp({ database: target })
    const token = await restored.signIn('admin')
    const list = await restored.call(token, 'GET', '/online/cgform/api/getData/expo_requirement')
    expect(list.body).toMatchObject({ success: true })
    await restored.close()
  })

  it('has the bytes of stored files, and puts them back; one that went meanwhile is named', async () => {
    expect(made.manifest.files).toMatchObject([{ path: paper, bytes: PDF.length }])
    await intoEmpty(async (target) => {
      await restored.store.remove(paper)
      expect(await restore(file, target)).toMatchObject({ files: 1 })
      const bytes = await restored.store.get(paper)
      expect((await buffer(bytes ?? Readable.from([]))).equals(PDF)).toBe(true)
    })
    await intoEmpty(async (target) => {
      // A restore that fails takes back what it has put.
      await restored.store.remove(paper)
      const opened = await openBackup(file, KNOWN_MIGRATIONS)
      opened.manifest.files?.push({
        path: 'x/2026/01/none.pdf',
        type: 'x',
        file: 'none',
        bytes: 0,
        sha256: '',
      })
      await expect(restoreBackup(opened, target.connect, restored, () => undefined)).rejects.toThrow(
        '缺少 none',
      )
      opened.close()
      expect(await restored.store.exists(paper)).toBe(false)
      expect(await tablesOf(target)).toEqual([])
    })
    const { store } = fileStoreOf(place)
    await store.remove(paper)
    const without = await backup(join(folder, 'without.zip'))
    expect(without.manifest).toMatchObject({ files: [], missingFiles: [paper] })
    const opened = await openBackup(join(folder, 'without.zip'), KNOWN_MIGRATIONS)
    opened.close()
  })

  it('that is damaged, foreign, or meant for a filled system is refused before anything is written', async () => {
    const copy = (name: string, change: (path: string) => void): string => {
      const path = join(folder, name)
      copyFileSync(file, path)
      change(path)
      return path
    }
    const cut = copy('cut.zip', (path) => truncateSync(path, Math.floor(made.size / 2)))
    const flipped = copy('flipped.zip', (path) => {
      const bytes = readFileSync(path)
      const at = Math.floor(bytes.length / 3)
      bytes.writeUInt8((bytes.readUInt8(at) ^ 0xff) & 0xff, at)
      writeFileSync(path, bytes)
    })
    const text = copy('text.zip', (path) => writeFileSync(path, 'PK is what it begins with'))
    await intoEmpty(async (target) => {
      // What a library says of it stands on a line of its own.
      const broken = /^文件已损坏或不是备份文件，未做任何改动\n[ -~]+$/
      await expect(restore(cut, target)).rejects.toThrow(broken)
      await expect(restore(text, target)).rejects.toThrow(broken)
      await expect(restore(flipped, target)).rejects.toThrow(
        /^(文件已损坏或不是备份文件，未做任何改动\n[ -~]+|备份文件已损坏，未做任何改动：[^\n]+)$/,
      )
      await expect(restore(join(folder, 'none.zip'), target)).rejects.toThrow('找不到备份文件')
      await expect(restore(file, target, KNOWN_MIGRATIONS.slice(0, -1))).rejects.toThrow(
        `本程序不认识 ${KNOWN_MIGRATIONS.at(-1)}`,
      )
      expect(await tablesOf(target)).toEqual([])
    })
    await expect(restore(file, test.database)).rejects.toThrow('目标数据库不是空的')
  })

  it('is ordered by the button, given out once, and goes with its file', async () => {
    const make = () => test.call(admin, 'POST', '/online/action/sys_backup/make', { ids: [] })
    const { writePool } = test.database.connections
    const heard = await pushes()
    expect((await make()).body).toMatchObject({ success: true })
    await expect.poll(() => heard.splice(0)).toContainEqual(TOLD)
    expect((await make()).body.message).toContain('备份正在进行')
    const { rows } = await writePool.query(
      "select parameter from platform.sys_quartz_job_log where job_id = 'job-backup'",
    )
    const id: string = rows[0].parameter
    const ticketOf = (token: string) => test.call(token, 'POST', '/sys/backup/ticket', { id })
    expect((await ticketOf(admin)).body).toMatchObject({ success: false, message: '备份不存在，或尚未完成' })
    const said: string[] = []
    await test.app.jobClasses.backup?.({
      parameter: id,
      say: (line) => said.push(line),
      idle: () => undefined,
      signal: new AbortController().signal,
    })
    const row = async () =>
      (await test.call(admin, 'GET', `/online/cgform/api/form/sys_backup/${id}`)).body.result
    const { fileName, ...made } = await row()
    // At its begin and its end, and between them as often as it lasts.
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2)
    expect(heard).toEqual(heard.map(() => TOLD))
    expect(made).toMatchObject({ status: '2', progress: '100%', createBy: 'admin', error: null })
    expect(said).toEqual([`已备份 ${made.tableCount} 张表、${made.rowCount} 行、0 个文件：${fileName}`])
    const opened = await openBackup(join(folder, 'backups', fileName), KNOWN_MIGRATIONS)
    opened.close()

    expect((await ticketOf(await test.signIn('staff'))).status).toBe(403)
    const { path } = (await ticketOf(admin)).body.result
    const got = await test.call(null, 'GET', path)
    expect(got).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
    expect(got.text.slice(0, 2)).toBe('PK')
    expect((await test.call(null, 'GET', path)).status).toBe(404)
    const late = (await ticketOf(admin)).body.result
    test.clock.ahead = 61_000
    expect((await test.call(null, 'GET', late.path)).status).toBe(404)
    test.clock.ahead = 0

    const gone = await test.call(admin, 'DELETE', `/online/cgform/api/form/sys_backup/${id}`)
    expect(gone.body).toMatchObject({ success: true })
    expect(() => readFileSync(join(folder, 'backups', fileName))).toThrow()
  })

  it.each([
    ['kind', "create type data.kind as enum ('a')", 'drop type data.kind'],
    ['counter', 'create sequence data.counter', 'drop sequence data.counter'],
    [
      'own_rows',
      'create policy own_rows on platform.sys_role using (true)',
      'drop policy own_rows on platform.sys_role',
    ],
  ])('is refused where the database holds what it does not know: %s', async (name, make, drop) => {
    const client = await test.database.connections.writePool.connect()
    try {
      await client.query(make)
      await expect(readStructure(client, await findTables(client))).rejects.toThrow(
        new RegExp(`备份不认识的对象：\\w+\\.${name}`),
      )
    } finally {
      await client.query(drop)
      client.release()
    }
  })

  it('that cannot begin has failed, says why, and can be deleted', async () => {
    const { writePool } = test.database.connections
    const place = join(folder, 'backups')
    rmSync(place, { recursive: true, force: true })
    writeFileSync(place, 'a file where the folder should be')
    await writePool.query("delete from platform.sys_quartz_job_log where job_id = 'job-backup'")
    const ordered = await test.call(admin, 'POST', '/online/action/sys_backup/make', { ids: [] })
    expect(ordered.body).toMatchObject({ success: true })
    const { rows } = await writePool.query(
      "select parameter from platform.sys_quartz_job_log where job_id = 'job-backup'",
    )
    const id: string = rows[0].parameter
    const run = {
      parameter: id,
      say: () => undefined,
      idle: () => undefined,
      signal: new AbortController().signal,
    }
    await expect(test.app.jobClasses.backup?.(run)).rejects.toThrow('EEXIST')
    const path = `/online/cgform/api/form/sys_backup/${id}`
    const { result } = (await test.call(admin, 'GET', path)).body
    expect(result).toMatchObject({ status: '3', error: expect.stringContaining('EEXIST') })
    rmSync(place)
    expect((await test.call(admin, 'DELETE', path)).body).toMatchObject({ success: true })
  })

  it('whose process is gone has failed, and its unfinished file goes; one under way stays', async () => {
    const { readPool, writePool } = test.database.connections
    const place = join(folder, 'backups')
    mkdirSync(place, { recursive: true })
    const file = (name: string) => `backup-20260101000000-${name}.zip`
    const add = async (id: string, status: string) => {
      writeFileSync(join(place, `${file(id)}.part`), 'half of it')
      await writePool.query('insert into platform.sys_backup (id, file_name, status) values ($1, $2, $3)', [
        id,
        file(id),
        status,
      ])
    }
    await add('a000', '1')
    await add('b000', '1')
    await add('c000', '0')
    writeFileSync(join(place, 'my own.zip.part'), 'of somebody')
    const states = async () => {
      const { rows } = await writePool.query(
        "select status || coalesce(error, '') as state from platform.sys_backup where id like '_000' order by id",
      )
      return rows.map(({ state }) => state)
    }
    const files = () => readdirSync(place).filter((name) => name.endsWith('.part'))
    const elsewhere = await readPool.connect()
    await holdBackup(elsewhere, 'b000')
    await endDeadBackups(writePool, place)
    expect(await states()).toEqual(['3备份进程已中止', '1', '3备份进程已中止'])
    expect(files()).toEqual([`${file('b000')}.part`, 'my own.zip.part'])
    await releaseBackup(elsewhere, 'b000')
    elsewhere.release()
    // The next backup looks, too.
    const run = {
      parameter: '',
      say: () => undefined,
      idle: () => undefined,
      signal: new AbortController().signal,
    }
    await test.app.jobClasses.backup?.(run)
    expect(await states()).toEqual(['3备份进程已中止', '3备份进程已中止', '3备份进程已中止'])
    expect(files()).toEqual(['my own.zip.part'])
  })

  it('holds its lock for as long as it is under way', async () => {
    const { writePool } = test.database.connections
    const place = join(folder, 'backups')
    const client = await writePool.connect()
    // The list of tables to be locked waits for this one: meanwhile another process looks.
    await client.query('begin; lock table data.one in access exclusive mode')
    const run = {
      parameter: '',
      say: () => undefined,
      idle: () => undefined,
      signal: new AbortController().signal,
    }
    const ended = test.app.jobClasses.backup?.(run)
    const open = async () =>
      (await writePool.query("select status from platform.sys_backup where status in ('0', '1')")).rows
    await expect.poll(open).toEqual([{ status: '1' }])
    await endDeadBackups(writePool, place)
    const seen = await open()
    await client.query('rollback')
    client.release()
    await ended
    expect(seen).toEqual([{ status: '1' }])
    expect(await open()).toEqual([])
  })

  it('that fails leaves no file, and a restore that fails no table', async () => {
    const aborted = new AbortController()
    const client = await test.database.connections.readPool.connect()
    const to = join(folder, 'aborted.zip')
    const failing = writeBackup({
      client,
      file: to,
      program: '0.1.0',
      keyMark: null,
      files: fileStoreOf(place).store,
      signal: aborted.signal,
      onTable: (_name, at) => at === 5 && aborted.abort(),
    })
    await expect(failing).rejects.toThrow()
    client.release(true)
    expect(() => readFileSync(to)).toThrow()
    expect(() => readFileSync(`${to}.part`)).toThrow()
    await intoEmpty(async (target) => {
      const opened = await openBackup(file, KNOWN_MIGRATIONS)
      opened.structure.after.push('select 1 / 0')
      await expect(restoreBackup(opened, target.connect, restored, () => undefined)).rejects.toThrow(
        /^恢复失败，未做任何改动：数据库没有接受备份中的一条语句\ndivision by zero$/,
      )
      opened.close()
      expect(await tablesOf(target)).toEqual([])
    })
  })
})
