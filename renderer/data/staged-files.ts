import type { PageOf } from '#schemas/api/envelope.ts'
import type {
  MatchBody,
  Mended,
  MendedCell,
  NearChoice,
  StagedFile,
  StagedFileLine,
  StagedRow,
  StagedRowsQuery,
} from '#schemas/api/import-workbench.ts'
import type { Call, TransferCall } from './call.ts'

/** Files of rows that are matched, looked through and mended before their rows are taken in; a file is named by its id. */
export interface StagedFiles {
  /** What was begun and not finished. */
  files(form: string, call?: Call): Promise<StagedFileLine[]>
  add(form: string, files: readonly File[], call?: TransferCall): Promise<StagedFileLine[]>
  /** While it is judged or saved, to be asked again. */
  file(form: string, id: string, call?: Call): Promise<StagedFile>
  match(form: string, id: string, body: MatchBody, call?: Call): Promise<StagedFile>
  rows(form: string, id: string, query: StagedRowsQuery, call?: Call): Promise<PageOf<StagedRow>>
  mend(form: string, id: string, cells: readonly MendedCell[], call?: Call): Promise<Mended>
  /** What a cell may have meant. */
  near(form: string, id: string, no: number, field: string, call?: Call): Promise<NearChoice[]>
  /** Takes the good rows in, once. */
  save(form: string, id: string, call?: Call): Promise<StagedFile>
  /** The lines that something is wrong with. */
  rest(form: string, id: string, call?: Call): Promise<Blob>
  remove(form: string, id: string, call?: Call): Promise<void>
}
