import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'

interface Ended {
  code: number
  said: string
}

describe('the commands for a backup and a restore, with DATABASE_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'expo-backup-url-'))
  const file = join(folder, 'all.zip')
  let source: TestDatabase
  let target: TestDatabase
  beforeAll(async () => {
    ;[source, target] = await Promise.all([createTestDatabase(), createEmptyDatabase()])
    await source.connections.writePool.query(
      "insert into platform.sys_tenant (id, name) values (77, '备份的租户')",
    )
  })
  afterAll(async () => {
    await Promise.all([source.drop(), target.drop()])
    rmSync(folder, { recursive: true })
  })

  const urlOf = ({ connect: { host = '', port, user = '', password = '', database } }: TestDatabase) =>
    `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host)}&port=${port ?? 5432}`
  const run = (url: string, ...args: string[]) =>
    new Promise<Ended>((resolve) => {
      execFile(
        process.execPath,
        ['--import', 'tsx', 'scripts/backup.ts', ...args],
        { env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data') } },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: out + err }),
      )
    })
  const tenants = async ({ connections }: TestDatabase) =>
    (await connections.readPool.query('select id, name from platform.sys_tenant order by id')).rows

  it('copy one database into another, and need no embedded one', async () => {
    expect(await run(urlOf(source), 'backup', file)).toEqual({
      code: 0,
      said: expect.stringMatching(/已备份 \d+ 张表、\d+ 行、0 个文件/),
    })
    expect(await run(urlOf(target), 'restore', file)).toEqual({
      code: 0,
      said: expect.stringMatching(/已恢复 \d+ 行、0 个文件。会话不在备份中/),
    })
    expect(await tenants(target)).toEqual(await tenants(source))
    expect(await tenants(target)).toContainEqual({ id: 77, name: '备份的租户' })
    expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
  })

  it('refuse a filled database, a file that is none, and a server that is away, first of all in Chinese', async () => {
    const firstLine = async (url: string, ...args: string[]) => {
      const { code, said } = await run(url, ...args)
      expect(code).toBe(1)
      return said.split('\n').filter((line) => !line.startsWith('备份文件完整'))[0]
    }
    expect(await firstLine(urlOf(target), 'restore', file)).toMatch(/^目标数据库不是空的/)
    const text = join(folder, 'text.zip')
    writeFileSync(text, 'PK is what it begins with')
    expect(await firstLine(urlOf(target), 'restore', text)).toBe('文件已损坏或不是备份文件，未做任何改动')
    const away = 'postgres://nobody@127.0.0.1:1/none'
    expect(await firstLine(away, 'restore', file)).toBe('无法连接数据库，未做任何改动')
    expect(await firstLine(away, 'backup', join(folder, 'other.zip'))).toBe('无法连接数据库')
  })
})
