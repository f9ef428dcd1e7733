/** A refusal that may be shown to the user: HTTP status, wire code, Chinese message, and data for the page. */
export class AppError extends Error {
  readonly status: number
  readonly code: number
  readonly detail: unknown
  constructor(status: number, message: string, detail: unknown = null, code = status) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.detail = detail
  }
}

/** 400: the request names something that does not exist, or is malformed. */
export const badRequest = (message: string, detail: unknown = null) => new AppError(400, message, detail)
/** 401: no valid session. */
export const notSignedIn = (message = 'Token失效，请重新登录!') => new AppError(401, message)
/** 403: the session may not do this. */
export const forbidden = (message = '没有权限，请联系管理员授权') => new AppError(403, message, null, 510)
/** 404: also given for a record that the session may not see. */
export const notFound = (message = '未找到对应实体') => new AppError(404, message)
/** 409: somebody else saved first; `detail` holds both sides. */
export const conflict = (message: string, detail: unknown) => new AppError(409, message, detail)
