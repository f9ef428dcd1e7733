import type { InjectOptions } from 'fastify'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Connections } from '#server/database/connection.ts'
import { loadFirstData } from '#server/database/first-data/first-data.ts'
import { hashPassword } from '#server/modules/auth/password.ts'
import type { SmsSender } from '#server/modules/auth/sms.ts'
import { createDocuments, type Documents } from '#server/modules/document/documents.ts'
import { createFilledDatabase, createTestDatabase, type TestDatabase } from './database.ts'

/** Passwords of the first users of a test application. */
export const TEST_PASSWORDS = {
  admin: 'test-Admin-1',
  staff: 'test-Staff-1',
  designer: 'test-Designer-1',
} as const
/** Folders of the documents that the product ships with. */
const PROJECT_DIRS: readonly string[] = ['schemas/pages']
export type TestUser = keyof typeof TEST_PASSWORDS

/** Path before every call. */
export const API = '/jeecg-boot'

/** An answer, as a test looks at it. */
export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  /** The parsed body; fields of an envelope are read without ceremony. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  body: any
}

/** The whole application over a database of its own, with the project's documents and the example data. */
export interface TestApp {
  app: App
  documents: Documents
  database: TestDatabase
  /** Lines that the log was given. */
  log: string[]
  /** Ms that the application's clock is ahead of the real one. */
  clock: { ahead: number }
  /** Waits that tries of a password were given; they are not waited for. */
  delays: number[]
  signIn(user: string, password?: string, address?: string): Promise<string>
  call(
    token: string | null,
    method: NonNullable<InjectOptions['method']>,
    url: string,
    body?: unknown,
    more?: Partial<InjectOptions>,
  ): Promise<Answer>
  close(): Promise<void>
}

/** Builds it as the start does, except for listening. */
export async function createTestApp(
  options: {
    exampleData?: boolean
    dirs?: readonly string[]
    webFolder?: string
    /** Settings, as the environment would give them. */
    env?: Record<string, string>
    smsSender?: SmsSender
    undoneAtOnce?: number
    /** Builds it over this database (migrated already) instead of a fresh one; it is dropped at the end all the same. */
    database?: TestDatabase
    /** Told what is wrong with documents; without it that is an error of the test. */
    warn?: (message: string) => void
  } = {},
): Promise<TestApp> {
  const dirs = options.dirs ?? PROJECT_DIRS
  const exampleData = options.exampleData ?? true
  const warn =
    options.warn ??
    ((message) => {
      throw new Error(message)
    })
  /** What a start does with its database before it listens. */
  const prepare = async (connections: Connections): Promise<Documents> => {
    const documents = await createDocuments({ dirs, pool: connections.writePool })
    await loadFirstData(connections, {
      config: { passwords: TEST_PASSWORDS, exampleData },
      dirs,
      references: documents.references,
      hashPassword,
      warn,
      announce: () => undefined,
    })
    return documents
  }
  // The first start with the project's own documents is made once for the whole run; here it is started again.
  const isStandard = dirs === PROJECT_DIRS && exampleData
  const database =
    options.database ??
    (isStandard
      ? await createFilledDatabase('test_first_start', async (connections) => {
          const documents = await prepare(connections)
          documents.close()
        })
      : await createTestDatabase())
  const { connections } = database
  const documents = await prepare(connections)
  const log: string[] = []
  const clock = { ahead: 0 }
  const delays: number[] = []
  const app = await buildApp({
    config: readConfig(options.env ?? {}, '/nowhere'),
    connections,
    documents,
    now: () => Date.now() + clock.ahead,
    sleep: async (ms) => {
      delays.push(ms)
    },
    checksAnswers: true,
    logStream: { write: (line) => log.push(line) },
    ...(options.smsSender ? { smsSender: options.smsSender } : {}),
    ...(options.undoneAtOnce === undefined ? {} : { undoneAtOnce: options.undoneAtOnce }),
    ...(options.webFolder ? { webFolder: options.webFolder } : {}),
  })

  const call: TestApp['call'] = async (token, method, url, body, more = {}) => {
    const answer = await app.server.inject({
      method,
      url: /^\/(sys|online|joa)\//.test(url) ? `${API}${url}` : url,
      ...(body === undefined ? {} : { payload: body as object }),
      ...more,
      headers: { ...(token ? { 'x-access-token': token } : {}), ...more.headers },
    })
    const isJson =
      String(answer.headers['content-type']).includes('json') && !answer.headers['content-encoding']
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson ? answer.json() : null,
    }
  }

  return {
    app,
    documents,
    database,
    log,
    clock,
    delays,
    call,
    async signIn(user, password = TEST_PASSWORDS[user as TestUser], address = '127.0.0.1') {
      const answer = await call(
        null,
        'POST',
        '/sys/login',
        { username: user, password },
        { remoteAddress: address },
      )
      if (!answer.body?.success) throw new Error(`${user} cannot sign in: ${answer.text}`)
      return answer.body.result.token
    },
    async close() {
      await app.close()
      documents.close()
      await database.drop()
    },
  }
}
