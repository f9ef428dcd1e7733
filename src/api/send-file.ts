import type { TransferCall } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { LOCAL_PICTURE, type UploadedFile } from '#schemas/api/file.ts'
import { type Http, resultOf } from './http.ts'

/** Where files are taken in. */
const UPLOAD = '/sys/common/upload'

/** Sends one file, with what it is for. What it is refused for is told where it was chosen, and only there. */
export async function sendFile(
  http: Pick<Http, 'upload'>,
  file: Blob,
  about: Readonly<Record<string, string>>,
  call?: TransferCall,
): Promise<UploadedFile> {
  const form = new FormData()
  for (const [name, value] of Object.entries(about)) form.append(name, value)
  form.append('file', file, file instanceof File ? file.name : 'image.png')
  const answer = await http.upload<Envelope<UploadedFile>>(UPLOAD, form, { ...call, quiet: true })
  const kept = resultOf(answer)
  return answer.message === LOCAL_PICTURE ? { ...kept, path: LOCAL_PICTURE } : kept
}
