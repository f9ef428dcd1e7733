/** What the server does for a kind beyond storing its values as they come. */
export interface ServerWidget {
  /** What is kept of a value that a caller sent. */
  keep?(value: string): string
}
