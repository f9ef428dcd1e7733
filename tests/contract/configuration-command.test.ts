import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'
import { configCommand } from '#scripts/config-command.ts'
import { createTestApp } from '#tests/helpers/app.ts'

interface Ended {
  code: number
  said: string
}

/** The command within this process: each process of its own would load the whole program anew. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const said: unknown[] = []
  const say = (text: unknown) => said.push(text)
  return { code: await configCommand(args, env, { log: say, error: say }), said: said.join('\n') }
}

/** The command as `npm run config` starts it. */
function started(args: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'scripts/config.ts', ...args],
      { env: { ...process.env, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
}

it('the command line exports, compares with an exit code, and takes in beside a running server', async () => {
  const test = await createTestApp()
  const folder = mkdtempSync(join(tmpdir(), 'expo-config-'))
  const file = join(folder, 'site.json')
  const {
    host = '',
    port,
    user = '',
    password = '',
    database = '',
  } = test.database.connections.writePool.options
  const as = `${encodeURIComponent(user)}:${encodeURIComponent(String(password))}`
  const env = {
    DATABASE_URL: `postgres://${as}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    DATA_DIR: folder,
  }
  const none = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  try {
    expect(await run(['export', file, '--only', 'dicts:yn', '--only', 'roles'], env)).toMatchObject({
      code: 0,
    })
    const made = JSON.parse(readFileSync(file, 'utf8'))
    made.parts.roles.push({ code: 'cli_role', name: '命令行角色' })
    writeFileSync(file, JSON.stringify(made))
    expect(await started(['compare', file, '--exit-code'], env)).toEqual({
      code: 1,
      said: expect.stringContaining('新增 命令行角色（cli_role）'),
    })
    expect(await run(['take', file, '--all', '--as', 'staff'], env)).toEqual({
      code: 2,
      said: expect.stringContaining('用户 staff 没有权限 system:config:import'),
    })
    expect(await run(['take', file, '--all'], env)).toEqual({
      code: 0,
      said: expect.stringContaining('已导入：角色 1 项'),
    })
    const { rows } = await test.database.connections.readPool.query(
      "select role_name as name from platform.sys_role where role_code = 'cli_role'",
    )
    expect(rows).toEqual([{ name: '命令行角色' }])
    expect(await run(['compare', file, '--exit-code'], env)).toMatchObject({ code: 0 })
    // As where the documents of a folder are not known to the command.
    await test.database.connections.writePool.query(
      "insert into platform.sys_permission (id, name, menu_type, url, form_code) values ('cli', '区域', 0, '/cli', 'cli_lost')",
    )
    expect(await run(['export', file, '--only', 'menus:/cli'], env)).toEqual({
      code: 0,
      said: expect.stringContaining('注意：菜单“区域（/cli）”不能导入其他系统：表单或组合页面“cli_lost”'),
    })
    expect(await run(['compare', file], none)).toEqual({
      code: 2,
      said: expect.stringContaining('无法读取数据库'),
    })
    // Refused before anything is read: the program need not be started for it.
    expect(await run(['take'], none)).toEqual({ code: 2, said: expect.stringContaining('npm run config') })
    expect(await run(['compare', file, '--exit'], none)).toEqual({
      code: 2,
      said: expect.stringContaining('npm run config'),
    })
  } finally {
    await test.close()
    rmSync(folder, { recursive: true })
  }
})
