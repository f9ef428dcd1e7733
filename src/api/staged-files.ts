import { type Call, RequestError, type StagedFiles } from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type {
  Mended,
  NearChoice,
  StagedFile,
  StagedFileLine,
  StagedRow,
} from '#schemas/api/import-workbench.ts'
import { t } from '#schemas/text/text.ts'
import { type Http, resultOf } from './http.ts'

/** A large file is read and kept for a while after it has arrived. */
const READING_MS = 120_000

/** The workbench of imports over the wire. */
export function createStagedFiles(http: Http): StagedFiles {
  const address = (form: string, ...rest: readonly (string | number)[]) =>
    ['/online/import', form, ...rest]
      .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
      .join('/')
  const get = async <T>(path: string, params: Parameters<Http['get']>[1], call?: Call): Promise<T> =>
    resultOf(await http.get<Envelope<T>>(path, params, call))
  const post = async <T>(path: string, body: unknown, call?: Call): Promise<T> =>
    resultOf(await http.post<Envelope<T>>(path, body, { ...call, aside: true }))

  return {
    files: (form, call) => get<StagedFileLine[]>(address(form), {}, call),

    async add(form, files, call) {
      const body = new FormData()
      for (const file of files) body.append('files[]', file, file.name)
      const answer = await http.upload<Envelope<StagedFileLine[] | null>>(address(form), body, {
        ...call,
        ...{ quiet: true, aside: true, answerWithinMs: READING_MS },
      })
      if (!answer.success) throw new RequestError(answer.message || t('文件导入失败'), 200)
      return answer.result ?? []
    },

    file: (form, id, call) => get<StagedFile>(address(form, id), {}, call),
    match: (form, id, body, call) => post<StagedFile>(address(form, id, 'match'), body, call),
    rows: (form, id, query, call) => get<PageOf<StagedRow>>(address(form, id, 'rows'), query, call),
    mend: (form, id, cells, call) => post<Mended>(address(form, id, 'cells'), { cells }, call),
    near: (form, id, no, field, call) => get<NearChoice[]>(address(form, id, 'near'), { no, field }, call),
    save: async (form, id, call) =>
      resultOf(await http.post<Envelope<StagedFile>>(address(form, id, 'save'), {}, call)),
    rest: (form, id, call) => http.download(address(form, id, 'rest'), {}, { ...call, quiet: true }),

    async remove(form, id, call) {
      resultOf(await http.delete<Envelope<null>>(address(form, id), {}, { ...call, aside: true }))
    },
  }
}
