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
  const answer = await http.upload<Envelope<WireUpload | null>>(UPLOAD, form, { ...call, quiet: true })
  return keptFile(resultOf(answer), answer.message, file)
}

/** What servers of this wire say of a file: ours describes it, the origin names its path in the message and perhaps an address. */
type WireUpload = Partial<UploadedFile> & { fileName?: string; fileUrl?: string }

function keptFile(kept: WireUpload | null, message: string, file: Blob): UploadedFile {
  const { fileName, fileUrl, ...described } = kept ?? {}
  return {
    ...described,
    path: message === LOCAL_PICTURE ? LOCAL_PICTURE : (described.path ?? message),
    name: described.name ?? fileName ?? (file instanceof File ? file.name : ''),
    size: described.size ?? file.size,
    type: described.type ?? file.type,
    url: described.url ?? fileUrl ?? '',
  }
}
