import { REFUSALS, type Refusal, type RefusalName } from './refusals.ts'

/** A refusal that may be shown to the user: which one, and what it says here. */
export class AppError extends Error {
  readonly refusal: RefusalName
  readonly status: number
  /** Number in the envelope. */
  readonly code: number
  /** Goes into `result`. */
  readonly detail: unknown
  constructor(name: RefusalName, message: string = REFUSALS[name].message, detail: unknown = null) {
    super(message)
    const { status, code = status }: Refusal = REFUSALS[name]
    this.name = 'AppError'
    this.refusal = name
    this.status = status
    this.code = code
    this.detail = detail
  }
}

/** 400: the request names something that does not exist, or is malformed. */
export const badRequest = (message: string, detail: unknown = null) =>
  new AppError('BAD_REQUEST', message, detail)
/** 401: no valid session. */
export const notSignedIn = (message?: string) => new AppError('NOT_SIGNED_IN', message)
/** 403: the session may not do this. */
export const forbidden = (message?: string) => new AppError('FORBIDDEN', message)
/** 404: also given for a record that the session may not see. */
export const notFound = (message?: string) => new AppError('NOT_FOUND', message)
/** 409: somebody else saved first; `detail` holds both sides. */
export const conflict = (message: string, detail: unknown) => new AppError('STALE', message, detail)
