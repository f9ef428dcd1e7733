import type { FastifyInstance } from 'fastify'
import type { Connections } from '../../database/connection.ts'
import type { Documents } from '../document/documents.ts'
import type { FormData } from './form-data.ts'
import type { DictionaryOptions } from './page-definition.ts'
import { registerOnlineForm } from './routes.ts'
import type { AreaText, DictionaryTexts } from './row-texts.ts'
import { platformLevel } from './select-options.ts'
import { createFormReader, type FormReader } from './service.ts'
import { createFormWriter, type FillRules, type FormWriter } from './writer.ts'

/** What the module needs of its neighbours. `data` is made first (createFormData): dictionaries need it, too. */
export interface OnlineFormNeeds {
  connections: Connections
  documents: Documents
  data: FormData
  dictionaries: DictionaryTexts & DictionaryOptions
  fillRules: FillRules
  areaText: AreaText
  log: { info(data: object, message: string): void }
}

/** Reading and writing records of online forms; other modules (import, report) use these, never the tables. */
export interface OnlineForms {
  reader: FormReader
  writer: FormWriter
  /** Adds the HTTP calls. */
  register(app: FastifyInstance): void
}

/** Wires the module. */
export function createOnlineForms(needs: OnlineFormNeeds): OnlineForms {
  const { connections, documents, data, dictionaries, fillRules, areaText, log } = needs
  const reader = createFormReader({ documents, store: data.store, read: data.read, dictionaries, areaText })
  const writer = createFormWriter({
    pool: connections.writePool,
    documents,
    changes: data.changes,
    fillRules,
    log,
  })
  return {
    reader,
    writer,
    register: (app) =>
      registerOnlineForm(app, {
        documents,
        reader,
        writer,
        store: data.store,
        dictionaries,
        platformLevel: platformLevel(connections),
      }),
  }
}
