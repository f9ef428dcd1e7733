import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { childrenOf, isRunning } from '#tests/helpers/processes.ts'
import type { Connect } from '../connect.ts'
import { openConnections } from '../connection.ts'
import { launchPostgres } from './launch.ts'

interface Held {
  child: ChildProcess
  connect: Connect
  pid: number
  /** What it logged so far. */
  log(): string
}

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await ended(child)
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'expo-launch-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

/** Starts a process that holds a server; answers what it said. */
async function holdRaw(dataDir: string): Promise<{ child: ChildProcess; said: string; log(): string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/helpers/hold-postgres.ts', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
    child.once('exit', () => setImmediate(() => reject(new Error(`ended without a word: ${log}`))))
  })
  return { child, said, log: () => log }
}

async function hold(dataDir: string): Promise<Held> {
  const { child, said, log } = await holdRaw(dataDir)
  const { connect, pid, message } = JSON.parse(said)
  if (!connect) throw new Error(message)
  return { child, connect, pid, log }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

async function query(connect: Connect, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connect)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function writeRow(connect: Connect, value: number): Promise<void> {
  await query(connect, `create table if not exists kept (n int); insert into kept values (${value})`)
}

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS / 2
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

// Starts take long on a busy machine.
const TIMEOUT_MS = 120_000

describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', { timeout: TIMEOUT_MS }, () => {
  it('opens no TCP port and stops without leaving a process or a lock', async () => {
    const dataDir = join(newFolder(), 'data')
    const server = await launchPostgres({ dataDir })
    const [settings] = await query(
      server.connect,
      "select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
    )
    expect(settings).toEqual({ addresses: '', fsync: 'on', commit: 'on' })
    const pid = server.pid() ?? 0
    expect(isRunning(pid)).toBe(true)
    await server.stop()
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
  })

  it('takes over from a server that lost its program to kill -9', async () => {
    const dataDir = join(newFolder(), 'data')
    const first = await hold(dataDir)
    await writeRow(first.connect, 1)
    first.child.kill('SIGKILL')
    await ended(first.child)
    expect(isRunning(first.pid)).toBe(true)
    const second = await hold(dataDir)
    expect(second.log()).toContain(String(first.pid))
    expect(isRunning(first.pid)).toBe(false)
    expect(await query(second.connect, 'select n from kept')).toEqual([{ n: 1 }])
  })

  it('reopens after kill -9 of the whole tree', async () => {
    const dataDir = join(newFolder(), 'data')
    const first = await hold(dataDir)
    await writeRow(first.connect, 2)
    for (const pid of [first.child.pid ?? 0, first.pid, ...childrenOf(first.pid)])
      try {
        process.kill(pid, 'SIGKILL')
      } catch (error) {
        // A child may end by itself as soon as its parent is gone.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    await ended(first.child)
    const second = await hold(dataDir)
    expect(await query(second.connect, 'select n from kept')).toEqual([{ n: 2 }])
  })

  it('restarts PostgreSQL that was killed alone; the pools connect again', async () => {
    const dataDir = join(newFolder(), 'data')
    const server = await launchPostgres({ dataDir })
    const connections = openConnections(server.connect)
    try {
      await connections.writePool.query(
        'create table public.kept (n int); insert into public.kept values (3)',
      )
      const before = server.pid() ?? 0
      process.kill(before, 'SIGKILL')
      await waitFor(() => {
        const pid = server.pid()
        return pid !== null && pid !== before
      })
      await waitFor(async () => {
        const answer = await connections.readPool.query('select n from public.kept').catch(() => null)
        return answer?.rows[0]?.n === 3
      })
    } finally {
      await connections.close()
      await server.stop()
    }
  })

  it('refuses a data folder that a live instance holds, and names it', async () => {
    const dataDir = join(newFolder(), 'data')
    const first = await hold(dataDir)
    const { said } = await holdRaw(dataDir)
    const answer = JSON.parse(said)
    expect(answer.refused).toBe(true)
    expect(answer.message).toContain(dataDir)
    expect(answer.message).toContain(String(first.child.pid))
    // The holder is not disturbed.
    await writeRow(first.connect, 4)
  })

  it('ignores the lock of a process that is gone, also when its number is in use again', async () => {
    const dataDir = join(newFolder(), 'data')
    mkdirSync(dataDir)
    for (const owner of [
      { pid: 4_194_300, started: '1' },
      { pid: process.ppid, started: '1' },
    ]) {
      writeFileSync(join(dataDir, 'server.lock'), JSON.stringify(owner))
      const server = await launchPostgres({ dataDir, fsync: false })
      await server.stop()
    }
    writeFileSync(join(dataDir, 'server.lock'), 'cut o')
    const server = await launchPostgres({ dataDir, fsync: false })
    await server.stop()
  })

  it('removes the lock that PostgreSQL itself left, when its number belongs to somebody else now', async () => {
    const dataDir = join(newFolder(), 'data')
    const server = await launchPostgres({ dataDir, fsync: false })
    await server.stop()
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`)
    const again = await launchPostgres({ dataDir, fsync: false })
    await again.stop()
  })

  it('starts over when the very first start was cut off', async () => {
    const dataDir = join(newFolder(), 'data')
    mkdirSync(join(dataDir, 'postgres.new'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
    const server = await launchPostgres({ dataDir, fsync: false })
    await server.stop()
  })

  it('refuses a spoilt cluster without touching it', async () => {
    const dataDir = join(newFolder(), 'data')
    mkdirSync(join(dataDir, 'postgres', 'base'), { recursive: true })
    await expect(launchPostgres({ dataDir, fsync: false })).rejects.toMatchObject({ name: 'StartError' })
    expect(existsSync(join(dataDir, 'postgres', 'base'))).toBe(true)
  })

  it('refuses the data of another major version and leaves them alone', async () => {
    const dataDir = join(newFolder(), 'data')
    const server = await launchPostgres({ dataDir, fsync: false })
    await server.stop()
    const file = join(dataDir, 'postgres', 'PG_VERSION')
    writeFileSync(file, '15\n')
    await expect(launchPostgres({ dataDir, fsync: false })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('PostgreSQL 15'),
    })
    writeFileSync(file, '18\n')
    await (await launchPostgres({ dataDir, fsync: false })).stop()
  })

  it.runIf(process.platform === 'linux')('does not wait for ever where no folder can be made', async () => {
    for (const dataDir of ['/proc/x', '/proc/x/y/z', '/dev/null/x', '/dev/null'])
      await expect(launchPostgres({ dataDir }), dataDir).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringContaining(`无法使用数据目录 ${dataDir}`),
      })
  })

  it('says plainly that a data folder cannot be used', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    await expect(
      launchPostgres({ dataDir: join(folder, 'file', 'data'), fsync: false }),
    ).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('DATA_DIR'),
    })
  })

  it('says at once that the cluster cannot be written', async () => {
    const dataDir = join(newFolder(), 'data')
    await (await launchPostgres({ dataDir, fsync: false })).stop()
    const cluster = join(dataDir, 'postgres')
    spawnSync('chmod', ['-R', 'u-w', cluster])
    const refused = launchPostgres({ dataDir, fsync: false }).catch((error: unknown) => error)
    expect(await refused).toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^没有权限使用 .*Permission denied/),
    })
    spawnSync('chmod', ['-R', 'u+w', cluster])
    // The lock is let go: nothing else stands in the way of the next start.
    await (await launchPostgres({ dataDir, fsync: false })).stop()
  })

  it('does not try for a minute what cannot succeed', async () => {
    const dataDir = join(newFolder(), 'data')
    await (await launchPostgres({ dataDir, fsync: false })).stop()
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'))
    const refused = await launchPostgres({ dataDir, fsync: false }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'StartError', message: expect.stringContaining('pg_control') })
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log.match(/pg_control/g)?.length).toBeLessThan(20)
  })

  it('works in a deep folder with blanks and Chinese characters', async () => {
    const dataDir = join(newFolder(), '展会 数据'.repeat(8), 'x'.repeat(60), 'data')
    const server = await launchPostgres({ dataDir, fsync: false })
    expect(await query(server.connect, 'select 1 as one')).toEqual([{ one: 1 }])
    const socketDir = server.connect.host ?? ''
    expect(Buffer.byteLength(socketDir)).toBeLessThan(90)
    await server.stop()
    expect(existsSync(socketDir)).toBe(false)
  })

  it.skipIf(process.getuid?.() !== 0)(
    'keeps the cluster elsewhere when only root may enter the data folder, and finds it again after a rename',
    async () => {
      const folder = newFolder(0o700)
      const server = await launchPostgres({ dataDir: join(folder, '数据 一'), fsync: false })
      await writeRow(server.connect, 5)
      const [row] = await query(server.connect, "select current_setting('data_directory') as place")
      await server.stop()
      const place = dirname(String(row?.place))
      folders.push(place)
      expect(place.startsWith(folder)).toBe(false)
      expect(readFileSync(join(folder, '数据 一', 'postgres.location'), 'utf8')).toBe(place)

      const moved = join(folder, '数据 二')
      mkdirSync(moved)
      for (const file of ['postgres.location', 'postgres.password'])
        writeFileSync(join(moved, file), readFileSync(join(folder, '数据 一', file)))
      const again = await launchPostgres({ dataDir: moved, fsync: false })
      expect(await query(again.connect, 'select n from kept')).toEqual([{ n: 5 }])
      // The copy that is left behind may not use the same cluster at the same time.
      const { said } = await holdRaw(join(folder, '数据 一'))
      expect(JSON.parse(said).refused).toBe(true)
      await again.stop()

      rmSync(place, { recursive: true })
      await expect(launchPostgres({ dataDir: moved, fsync: false })).rejects.toThrow(place)
    },
  )
})
