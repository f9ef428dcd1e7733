import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '#server/database/first-data/random.ts'
import { freePort } from '#tests/e2e/server.ts'
import { childrenOf } from '#tests/helpers/processes.ts'
import { buildServer, postmasterOf, type RealServer, startReal } from '#tests/helpers/real-server.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 6)
const CLIENTS = 8
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9))
const BUNDLE = '.cache/kill-server'
const PASSWORD = 'kill-Admin-1'
const FORM = '/online/cgform/api/form/expo_requirement'

type Victim = 'node' | 'tree' | 'postgres'

/** What an answer said: kept, refused, or nothing (the connection broke). */
interface Written {
  title: string
  status: number | null
  acknowledged: boolean
}

describe.skipIf(process.platform !== 'linux')('a server that is killed while eight clients write', () => {
  let main = ''
  let dataDir = ''
  let port = 0
  let server: ChildProcess | null = null
  let token = ''
  let real: RealServer | null = null
  const output = () => real?.output() ?? ''

  beforeAll(() => {
    main = buildServer(BUNDLE)
    dataDir = mkdtempSync(join(tmpdir(), 'expo-kill-'))
    chmodSync(dataDir, 0o755)
  })
  afterAll(async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server?.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    port ||= await freePort()
    real = await startReal(main, {
      PORT: String(port),
      DATA_DIR: dataDir,
      EXAMPLE_DATA: '0',
      ADMIN_PASSWORD: PASSWORD,
    })
    server = real.process
  }

  /** Each client has an address of its own, as in life: the limit of requests per address is not what is tested. */
  function call(method: string, path: string, body?: unknown, from = '127.0.0.1'): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path: `/jeecg-boot${path}`,
          localAddress: from,
          headers: { 'content-type': 'application/json', 'X-Access-Token': token },
        },
        (reply) => {
          let text = ''
          reply.setEncoding('utf8')
          reply.on('data', (chunk) => {
            text += chunk
          })
          reply.once('error', reject)
          reply.once('end', () =>
            resolve({ status: reply.statusCode ?? 0, answer: JSON.parse(text) as Answer }),
          )
        },
      )
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  async function write(title: string, from: string): Promise<Written> {
    try {
      const { status, answer } = await call('POST', FORM, { title, quantity: 1 }, from)
      return { title, status, acknowledged: answer.success === true }
    } catch {
      // The connection broke: whether the row is there is open, and both are right.
      return { title, status: null, acknowledged: false }
    }
  }

  async function titlesOf(round: number): Promise<Set<string>> {
    const titles = new Set<string>()
    for (let page = 1; ; page++) {
      const { status, answer } = await call(
        'GET',
        `/online/cgform/api/getData/expo_requirement?title=r${round}-*&column=title&order=asc&pageNo=${page}&pageSize=1000`,
      )
      expect(status, JSON.stringify(answer).slice(0, 300)).toBe(200)
      const { records, total } = answer.result as { records: { title: string }[]; total: number }
      for (const { title } of records) titles.add(title)
      if (records.length === 0 || titles.size >= total) return titles
    }
  }

  function kill(victim: Victim): void {
    const node = server?.pid ?? 0
    const postmaster = postmasterOf(dataDir)
    const victims =
      victim === 'node'
        ? [node]
        : victim === 'postgres'
          ? [postmaster]
          : [node, postmaster, ...childrenOf(postmaster)]
    for (const pid of victims) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Gone already: a child of PostgreSQL ends when its parent does.
      }
    }
  }

  it(`keeps every acknowledged write over ${ROUNDS} kills (seed ${SEED}) [R-1]`, {
    // A start alone takes 10 s and more where other tests use both cores.
    timeout: 120_000 + ROUNDS * 60_000,
  }, async () => {
    const random = createRandom(SEED)
    let acknowledged = 0
    for (let round = 0; round < ROUNDS; round++) {
      if (!server || server.exitCode !== null || server.signalCode !== null) await start()
      if (!token) {
        const { answer } = await call('POST', '/sys/login', { username: 'admin', password: PASSWORD })
        token = (answer.result as { token: string }).token
      }
      const victim = random.pick<Victim>(['node', 'tree', 'postgres'])
      let writing = true
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        const written: Written[] = []
        for (let number = 0; writing; number++) {
          const one = await write(`r${round}-c${client}-${number}`, `127.1.${round % 256}.${client + 1}`)
          written.push(one)
          if (one.status !== 200) await pause(20)
        }
        return written
      })
      await pause(random.between(30, 700))
      kill(victim)
      if (victim === 'postgres') {
        // The program lives: its clients go on and are served again without anybody's doing.
        const from = `127.1.${round % 256}.100`
        for (let number = 0; !(await write(`r${round}-back-${number}`, from)).acknowledged; number++) {
          expect(number, `not served again\n${output().slice(-2000)}`).toBeLessThan(1000)
          await pause(25)
        }
      } else {
        await new Promise<void>((resolve) => {
          if (server?.signalCode !== null) resolve()
          else server?.once('exit', () => resolve())
        })
      }
      writing = false
      const written = (await Promise.all(clients)).flat()
      const odd = written.filter((one) => one.status !== null && one.status !== 200 && one.status !== 503)
      expect(odd, `${victim}: answers other than 200 and 503\n${output().slice(-2000)}`).toEqual([])
      if (victim !== 'postgres') await start()

      const kept = await titlesOf(round)
      const sure = written.filter((one) => one.acknowledged)
      acknowledged += sure.length
      const lost = sure.filter((one) => !kept.has(one.title))
      expect(lost, `round ${round}, ${victim} killed: acknowledged but gone`).toEqual([])
      const tried = new Set(written.map((one) => one.title))
      const foreign = [...kept].filter((title) => !tried.has(title) && !title.includes('-back-'))
      expect(foreign, 'rows that nobody wrote').toEqual([])
    }
    // Without writes the test would prove nothing.
    expect(acknowledged).toBeGreaterThan(ROUNDS)
  })
})

interface Reply {
  status: number
  answer: Answer
}

interface Answer {
  success: boolean
  message: string
  result: unknown
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
