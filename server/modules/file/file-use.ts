/** A record's column that names a file. */
export interface FileUse {
  form: string
  recordId: string
  field: string
}
