import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

/** Pictures that a browser shows without running anything. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
}
const ZIP = 'application/zip'
const OLE = 'application/x-cfb'
const OOXML = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'
/** The type of PDFs, which browsers show by themselves. */
export const PDF = 'application/pdf'
/** The type of all texts. */
export const TEXT = 'text/plain'
/** Bytes that are looked at to tell a text. */
const HEAD = 4096

/** Endings that may be kept besides pictures: what is answered as their type, and what their content may be. A text has no signature. */
const KINDS: Readonly<Record<string, { type: string; content: readonly string[] }>> = {
  pdf: { type: PDF, content: [PDF] },
  doc: { type: 'application/msword', content: [OLE, 'application/rtf'] },
  xls: { type: 'application/vnd.ms-excel', content: [OLE] },
  ppt: { type: 'application/vnd.ms-powerpoint', content: [OLE] },
  wps: { type: 'application/vnd.ms-works', content: [OLE, ZIP] },
  et: { type: 'application/vnd.ms-excel', content: [OLE, ZIP] },
  dps: { type: 'application/vnd.ms-powerpoint', content: [OLE, ZIP] },
  docx: zipped(`${OOXML}.wordprocessingml.document`),
  xlsx: zipped(`${OOXML}.spreadsheetml.sheet`),
  pptx: zipped(`${OOXML}.presentationml.presentation`),
  odt: zipped(`${OPEN}.text`),
  ods: zipped(`${OPEN}.spreadsheet`),
  odp: zipped(`${OPEN}.presentation`),
  ofd: { type: 'application/ofd', content: [ZIP] },
  rtf: { type: 'application/rtf', content: ['application/rtf'] },
  zip: { type: ZIP, content: [ZIP] },
  rar: { type: 'application/x-rar-compressed', content: ['application/x-rar-compressed'] },
  '7z': { type: 'application/x-7z-compressed', content: ['application/x-7z-compressed'] },
  gz: { type: 'application/gzip', content: ['application/gzip'] },
  tar: { type: 'application/x-tar', content: ['application/x-tar'] },
  tif: { type: 'image/tiff', content: ['image/tiff'] },
  tiff: { type: 'image/tiff', content: ['image/tiff'] },
  heic: { type: 'image/heic', content: ['image/heic', 'image/heif'] },
  psd: { type: 'image/vnd.adobe.photoshop', content: ['image/vnd.adobe.photoshop'] },
  dwg: { type: 'image/vnd.dwg', content: ['image/vnd.dwg'] },
  mp3: { type: 'audio/mpeg', content: ['audio/mpeg'] },
  wav: { type: 'audio/wav', content: ['audio/wav'] },
  m4a: { type: 'audio/mp4', content: ['audio/x-m4a', 'audio/mp4', 'video/mp4'] },
  amr: { type: 'audio/amr', content: ['audio/amr'] },
  mp4: { type: 'video/mp4', content: ['video/mp4', 'video/x-m4v', 'video/quicktime'] },
  mov: { type: 'video/quicktime', content: ['video/quicktime', 'video/mp4'] },
  avi: { type: 'video/vnd.avi', content: ['video/vnd.avi'] },
  mkv: { type: 'video/matroska', content: ['video/matroska'] },
  webm: { type: 'video/webm', content: ['video/webm'] },
  txt: plain(),
  csv: plain(),
  md: plain(),
  log: plain(),
  json: plain(),
}

function zipped(type: string) {
  return { type, content: [type, ZIP] }
}

function plain() {
  return { type: TEXT, content: [] }
}

/** What a file is, by its content; a sentence where it is not kept. */
export type Judged = { type: string; extension: string } | { fault: string }

/** Judges a file by what is in it; its name says only which of the allowed kinds it means to be. */
export async function judgeContent(file: string, name: string): Promise<Judged> {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const found = (await fileTypeFromFile(file))?.mime ?? null
  const picture = found === null ? undefined : PICTURES[found]
  const meansPicture = [...Object.values(PICTURES), 'jpeg', 'jfif'].includes(extension)
  // Cameras and chats name pictures as they like.
  if (found !== null && picture && meansPicture) return { type: found, extension: picture }
  const kind = Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined
  if (!kind && !meansPicture)
    return { fault: extension === '' ? '文件名没有扩展名，不能上传' : `不允许上传 .${extension} 类型的文件` }
  const fits =
    kind !== undefined &&
    (kind.content.length === 0
      ? found === null && (await isText(file))
      : found !== null && kind.content.includes(found))
  return fits ? { type: kind.type, extension } : { fault: '文件内容与扩展名不符，不能上传' }
}

/** True for what is packed already: packing it again costs time and saves nothing. */
export function isPacked(type: string): boolean {
  return /^(image|audio|video)\//.test(type) || /zip|compressed|openxmlformats|opendocument/.test(type)
}

/** True for what the page of previews shows. */
export function hasPreview(type: string): boolean {
  return type === PDF || type === TEXT
}

/** True for what browsers may draw in a page. */
export function isPicture(type: string): boolean {
  return Object.hasOwn(PICTURES, type)
}

async function isText(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return !buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await handle.close()
  }
}
