import type { FastifyInstance } from 'fastify'
import type { Draft } from '#schemas/api/draft.ts'
import type { PageViews } from '#schemas/api/page.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { EventLog } from '../../../operation/event-log.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { FormReader } from '../read/reader.ts'
import type { RecordSource } from '../read/record-source.ts'
import type { FieldRights } from '../read/select-options.ts'
import type { FormActions } from '../write/actions.ts'
import type { FormWriter } from '../write/writer.ts'
import type { DictionaryOptions } from './page-definition.ts'

/** What the routes call. */
export interface OnlineFormParts {
  documents: Documents
  reader: FormReader
  writer: FormWriter
  actions: FormActions
  store: RecordSource
  dictionaries: DictionaryOptions
  lookups: FieldRights
  /** Hears of changes to tables. */
  log: Pick<EventLog, 'write'>
  /** Declares the wire's call that gives the rows of a document out as a file, for the entity below a path. */
  exports(app: FastifyInstance, path: string, document: string): void
  /** Declares the wire's call that takes files of rows in as new records of a document, for the entity below a path. */
  imports(app: FastifyInstance, path: string, document: string): void
  /** How the user set up the lists of a page, and the queries that are saved for them. */
  pageViews(session: Session, page: string): Promise<PageViews>
  /** What the user typed into the form of a record and did not save. */
  drafts: { offered(session: Session, form: CompiledForm, id: string): Promise<Draft[]> }
}
