import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { areaText } from '#server/modules/area/area-text.ts'
import { createDocuments, type Documents } from '#server/modules/document/documents.ts'
import { createFormReader, type FormReader } from '#server/modules/online-form/read/reader.ts'
import type { RecordSource } from '#server/modules/online-form/read/record-source.ts'
import { createTableSource } from '#server/modules/online-form/read/table-source.ts'
import { createReadBatches } from '#server/modules/online-form/sql/read-batches.ts'
import { createReadQuery, type ReadQuery } from '#server/modules/online-form/sql/read-query.ts'
import { createTableChanges } from '#server/modules/online-form/sql/table-changes.ts'
import { createTotals } from '#server/modules/online-form/sql/totals.ts'
import type { Behaviour } from '#server/modules/online-form/write/behaviour.ts'
import { builtInBehaviours } from '#server/modules/online-form/write/built-in-behaviours.ts'
import { createFormWriter, type FormWriter } from '#server/modules/online-form/write/writer.ts'
import type { WriteContext } from '#server/modules/online-form/write/writer-parts.ts'
import type { Session } from '#server/permission/session.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** Online forms over a real database, without HTTP. */
export interface FormBench {
  database: TestDatabase
  documents: Documents
  reader: FormReader
  writer: FormWriter
  store: RecordSource
  read: ReadQuery
  form(code: string): CompiledForm
  close(): Promise<void>
}

/** A document with little said. */
export function formDocument(
  code: string,
  properties: Record<string, Partial<Property> & Pick<Property, 'type'>>,
  rest: Partial<FormDocument> = {},
): FormDocument {
  return {
    kind: 'form',
    code,
    title: code,
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          { title: name, view: property.type === 'string' ? 'text' : 'number', ...property },
        ]),
      ),
    },
    ...rest,
  }
}

/** A user of tenant 1 with all rights, unless told otherwise. */
export function testSession(changes: Partial<Session> = {}): Session {
  return {
    id: 'session',
    userId: 'u1',
    username: 'zhang',
    realname: '张三',
    tenantId: 1,
    orgCode: 'A01',
    orgCodes: ['A01'],
    roleCodes: [],
    isAdmin: true,
    permissions: new Set(),
    forms: new Map(),
    rightsVersion: '1',
    ...changes,
  }
}

/** What goes with a save. */
export function writeContext(session: Session, idempotencyKey?: string): WriteContext {
  return { session, requestId: 'test', ...(idempotencyKey ? { idempotencyKey } : {}) }
}

/** Tables for the documents in a fresh database, and everything that reads and writes them. */
export async function createFormBench(
  documentList: readonly FormDocument[],
  behaviours: readonly Behaviour[] = [],
): Promise<FormBench> {
  const database = await createTestDatabase()
  const { readPool, writePool } = database.connections
  const dir = await mkdtemp(join(tmpdir(), 'documents-'))
  for (const document of documentList)
    await writeFile(join(dir, `${document.code}.form.json`), JSON.stringify(document, null, 2))
  const documents = await createDocuments({ dirs: [dir], pool: writePool })
  const changes = createTableChanges()
  changes.setListening(true)
  const read = createReadQuery(readPool)
  const store = createTableSource(read, createReadBatches(readPool), createTotals(changes))
  let number = 0
  const log = { info: () => undefined }
  const writer = createFormWriter({
    pool: writePool,
    documents,
    changes,
    behaviours: [
      ...builtInBehaviours({
        documents,
        store,
        fillRules: { next: async (rule, rows) => rows.map(() => `${rule}-${++number}`) },
        // No dictionary is there to judge by.
        dictionaries: { existing: async () => null },
        areaText,
        log,
      }),
      ...behaviours,
    ],
    log,
  })
  const reader = createFormReader({
    documents,
    store,
    read,
    dictionaries: {
      texts: async (key, values) => new Map(values.map((value) => [value, `${key}:${value}`])),
    },
    areaText: () => null,
    addFiles: async () => undefined,
  })
  return {
    database,
    documents,
    reader,
    writer,
    store,
    read,
    form(code) {
      const form = documents.resolve(code)
      if (!form) throw new Error(`no form ${code}: ${JSON.stringify(documents.entry(code)?.problems)}`)
      return form
    },
    async close() {
      documents.close()
      await rm(dir, { recursive: true, force: true })
      await database.drop()
    },
  }
}
