/** Values of `del_flag` in tables that documents fill. */
export const DEL_FLAG = {
  present: 0,
  /** An administrator deleted it: no document brings it back. */
  deleted: 1,
  /** Its document is gone: it comes back, with everything granted on it, when the document does. */
  withoutDocument: 2,
} as const
