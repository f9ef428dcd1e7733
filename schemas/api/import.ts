import { type Static, Type } from 'typebox'

/** A line of a file that was not taken in, and why. */
export const importMistake = Type.Object({
  /** As spreadsheets count, from 1. */
  line: Type.Integer(),
  message: Type.String(),
  /** Its sheet, where it is not that of the records. */
  sheet: Type.Optional(Type.String()),
  /** Name of its file, where there were several. */
  file: Type.Optional(Type.String()),
})
export type ImportMistake = Static<typeof importMistake>

/** `result` of an import: the counts, and where some lines were refused a file of them. */
export const importResult = Type.Object({
  totalCount: Type.Integer(),
  successCount: Type.Integer(),
  errorCount: Type.Integer(),
  /** The first mistakes in words, for clients that show no more. */
  msg: Type.String(),
  /** Below the base of the wire; it works without a session for a short while. */
  fileUrl: Type.Optional(Type.String()),
  fileName: Type.Optional(Type.String()),
  /** The same file under its whole address. */
  file: Type.Optional(Type.Object({ name: Type.String(), url: Type.String() })),
  /** Where several files came, all such files. */
  files: Type.Optional(Type.Array(Type.Object({ name: Type.String(), url: Type.String() }))),
  /** Of several files those that nothing was taken in of, and why. */
  failed: Type.Optional(Type.Array(Type.Object({ name: Type.String(), message: Type.String() }))),
  mistakes: Type.Array(importMistake),
})
export type ImportResult = Static<typeof importResult>
