/** What goes with a call; the signal aborts it when its page is left. */
export interface Call {
  signal?: AbortSignal
}

/** A call that moves a file: it ends after nine seconds without progress, not after nine seconds. */
export interface TransferCall extends Call {
  /** Share of the file that has arrived, from 0 to 1. */
  onProgress?(share: number): void
}
