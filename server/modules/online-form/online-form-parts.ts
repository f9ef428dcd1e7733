import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import type { DictionaryOptions } from './page-definition.ts'
import type { FormReader } from './reader.ts'
import type { SelectOption } from './select-options.ts'
import type { FormStore } from './store.ts'
import type { FormWriter } from './writer.ts'

/** What the routes call. */
export interface OnlineFormParts {
  documents: Documents
  reader: FormReader
  writer: FormWriter
  store: FormStore
  dictionaries: DictionaryOptions
  /** Hears of changes to tables. */
  log: Pick<EventLog, 'write'>
  /** Levels of a linked dropdown whose table is the platform's own. */
  platformLevel(options: LinkDownOptions, parent: string | null, session: Session): Promise<SelectOption[]>
}
