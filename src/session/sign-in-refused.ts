/** Wrong password, locked account and the like: the server's own words. */
export class SignInRefused extends Error {
  /** What the server added to its words. */
  readonly detail: unknown
  constructor(message: string, detail: unknown = null) {
    super(message)
    this.name = 'SignInRefused'
    this.detail = detail
  }
}
