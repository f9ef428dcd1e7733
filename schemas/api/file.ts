import { type Static, Type } from 'typebox'

/** What a client shows of a stored file; rows describe those that they name in `_files`, by path. Its `url` works without a session for a short while. */
const described = {
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String(),
  /** Address of a small picture of it. */
  thumb: Type.Optional(Type.String()),
  /** Address of a page that shows it, where it is a PDF or a text. */
  preview: Type.Optional(Type.String()),
}
export const fileDescription = Type.Object(described)
export type FileDescription = Static<typeof fileDescription>

/** `result` of an upload; the path stands in `message`, too, where older clients read it. */
export const uploadedFile = Type.Object({ path: Type.String(), ...described })
export type UploadedFile = Static<typeof uploadedFile>

/** The same under the names that older clients read, too. */
export const uploadAnswer = Type.Object({
  ...uploadedFile.properties,
  fileName: Type.String(),
  fileUrl: Type.String(),
  msg: Type.String(),
})

/** Answered instead of a path by a server that keeps no picture of a text: the text holds the whole of it. */
export const LOCAL_PICTURE = 'local'

/** Query of GET /sys/common/static/*. */
export const staticQuery = Type.Object({
  /** When the address ends, and what vouches for it. */
  until: Type.Optional(Type.String({ maxLength: 20 })),
  sign: Type.Optional(Type.String({ maxLength: 100 })),
  /** Asks for the small picture. */
  thumb: Type.Optional(Type.String({ maxLength: 10 })),
  /** Asks for it to be stored instead of shown. */
  download: Type.Optional(Type.String({ maxLength: 10 })),
  /** Asks for a PDF to be shown in a frame. */
  inline: Type.Optional(Type.String({ maxLength: 10 })),
  _t: Type.Optional(Type.String({ maxLength: 30 })),
})

/** Query of GET /sys/common/pdf/pdfPreviewIframe. */
export const previewQuery = Type.Object({
  /** Path as a record keeps it, or an address of the file. */
  url: Type.String({ maxLength: 1000 }),
  /** Language of what the page says itself: a frame sends no header of ours. */
  lang: Type.Optional(Type.String({ maxLength: 10 })),
  _t: Type.Optional(Type.String({ maxLength: 30 })),
})

/** Query of GET /sys/common/zip: a record and its column. */
export const archiveQuery = Type.Object({
  form: Type.String({ maxLength: 100 }),
  id: Type.String({ maxLength: 100 }),
  field: Type.String({ maxLength: 100 }),
  until: Type.Optional(Type.String({ maxLength: 20 })),
  sign: Type.Optional(Type.String({ maxLength: 100 })),
  _t: Type.Optional(Type.String({ maxLength: 30 })),
})
