import { type ImportCall, type ImportOutcome, RequestError } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { ImportResult } from '#schemas/api/import.ts'
import { t } from '#schemas/text/text.ts'
import type { Http } from './http.ts'

/** Rows of a large file are judged for a while after the file has arrived. */
const JUDGING_MS = 300_000

/** Sends a file of rows; the key makes a repeat the same request. What it is refused for is told where it was chosen, and only there. */
export async function sendRows(
  http: Pick<Http, 'upload'>,
  address: string,
  file: File,
  { onDone, key, ...call }: ImportCall = {},
): Promise<ImportOutcome> {
  const form = new FormData()
  form.append('validateStatus', '1')
  form.append('files[]', file, file.name)
  const answer = await http.upload<Envelope<ImportResult | null>>(address, form, {
    ...call,
    quiet: true,
    answerWithinMs: JUDGING_MS,
    ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
    ...(onDone ? { onAnswered: onDone } : {}),
  })
  if (!answer.success) throw new RequestError(answer.message || t('文件导入失败'), 200)
  const { successCount: kept = 0, errorCount: refused = 0, mistakes = [], file: rest } = answer.result ?? {}
  return { message: answer.message, kept, refused, mistakes, ...(rest ? { rest } : {}) }
}
