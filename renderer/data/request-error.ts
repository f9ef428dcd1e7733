/** A refused or failed call, ready to be shown: `message` is Chinese and final. */
export class RequestError extends Error {
  readonly status: number
  /** Machine-readable part of the answer: field errors, or both sides of a conflict. */
  readonly detail: unknown
  readonly requestId: string | null
  /** The user has been told already: a page may show its broken face, but no second message. */
  readonly announced: boolean
  constructor(
    message: string,
    status: number,
    detail: unknown = null,
    requestId: string | null = null,
    announced = false,
  ) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.detail = detail
    this.requestId = requestId
    this.announced = announced
  }
}
