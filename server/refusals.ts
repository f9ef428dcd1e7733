import { PASSWORD_CHANGE, SECOND_FACTOR } from '#schemas/api/errors.ts'

/** A refusal as it is answered: HTTP status, the number in the envelope's `code`, and what the user reads. */
export interface Refusal {
  status: number
  /** The wire's number; where absent it is the status. */
  code?: number
  /** Said unless the place that refuses has better words. */
  message: string
  /** When it is given, for the reference. */
  when: string
}

/**
 * Every refusal of the server by name. The name goes with the answer as `refusal`, so that a client decides by it and
 * not by a sentence.
 */
export const REFUSALS = {
  BAD_REQUEST: {
    status: 400,
    message: '请求格式不正确',
    when: 'the input names what does not exist, or is malformed',
  },
  BAD_JSON: { status: 400, message: '请求内容不是有效的 JSON', when: 'the body is no JSON' },
  NOT_SIGNED_IN: {
    status: 401,
    message: 'Token失效，请重新登录!',
    when: 'there is no session, or it is over',
  },
  FORBIDDEN: {
    status: 403,
    code: 510,
    message: '没有权限，请联系管理员授权',
    when: 'the session lacks the permission',
  },
  TENANT_FORBIDDEN: {
    status: 403,
    code: 510,
    message: '无权访问该租户',
    when: "the header `tenant-id` or `X-Tenant-Id` names a tenant that is not one of the user's",
  },
  [PASSWORD_CHANGE]: {
    status: 403,
    code: 403,
    message: '请先修改密码',
    when: 'the user has to change the password before anything else',
  },
  [SECOND_FACTOR]: {
    status: 403,
    code: 403,
    message: '请先设置二次验证',
    when: 'a role of the user asks for a second factor, which has to be set up before anything else',
  },
  EXTERNAL_ADDRESS: {
    status: 403,
    message: '该外部地址不在允许访问的范围内',
    when: 'an external call goes to an address that is not listed, or to a private one',
  },
  EXTERNAL_RESTS: {
    status: 503,
    message: '外部系统连续出错，已暂停访问，请稍后再试',
    when: 'a route of the gateway has a circuit breaker, and its system failed several times in a row',
  },
  NOT_FOUND: {
    status: 404,
    message: '未找到对应实体',
    when: 'the record does not exist, or is not for this session',
  },
  NO_SUCH_PATH: { status: 404, message: '路径不存在，请检查路径是否正确', when: 'no call has this address' },
  REQUEST_TIMEOUT: { status: 408, message: '请求超时，请重试', when: 'the request did not arrive in time' },
  STALE: {
    status: 409,
    message: '数据已被他人修改',
    when: 'somebody else saved first; `result` holds both sides',
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: '请求内容过大（超过 1 MB），请减少内容，明细较多时请分批保存',
    when: 'the body is above the limit',
  },
  PATH_TOO_LONG: { status: 414, message: '请求地址过长', when: 'the address is above the limit' },
  UNSUPPORTED_TYPE: {
    status: 415,
    message: '不支持的请求格式',
    when: 'the body is of a type that no call takes',
  },
  BROKEN_DOCUMENT: {
    status: 422,
    message: '表单文档有错误，无法使用',
    when: 'the document has errors; where its page was asked for (`GET /online/document/{code}`), `result.problems` lists them for those who design forms',
  },
  KEY_REUSED: {
    status: 422,
    message: '同一个 Idempotency-Key 的请求内容不一致',
    when: 'an idempotency key comes again with another content',
  },
  TOO_MANY_REQUESTS: { status: 429, message: '请求过于频繁，请稍后再试', when: 'a rate limit is reached' },
  TOO_MANY_TRIES: {
    status: 429,
    message: '尝试次数过多，请稍后再试',
    when: 'wrong passwords; `result.challenge` asks for a slider where one may help',
  },
  HEADERS_TOO_LARGE: { status: 431, message: '请求头过大', when: 'the headers are above the limit' },
  UNEXPECTED: {
    status: 500,
    message: '操作失败，服务器内部错误',
    when: 'a failure that is in the log under `requestId`',
  },
  BUSY: { status: 503, message: '服务器繁忙，请稍后重试', when: 'a queue of the server is full' },
  STOPPING: { status: 503, message: '服务器正在停止，请稍后重试', when: 'the server is being stopped' },
  DATABASE_DOWN: {
    status: 503,
    message: '数据库暂时不可用，请稍后重试',
    when: 'the database does not answer',
  },
  DISK_FULL: {
    status: 507,
    message: '服务器磁盘空间不足，无法保存，请联系管理员',
    when: 'there is no room to write',
  },
  WRONG_CAPTCHA: {
    status: 200,
    code: 412,
    message: '验证码错误',
    when: 'the text of a captcha picture is wrong, used or too old; clients fetch a new picture',
  },
  NO_DB_SYNC: {
    status: 200,
    code: 500,
    message: 'NO_DB_SYNC',
    when: 'the table of a form was never made; the words are the wire’s',
  },
  NO_DICT_TABLE: {
    status: 200,
    code: 500,
    message: '字典引用的表不存在',
    when: 'a document takes its choices from a table that does not exist',
  },
  REFUSED: {
    status: 200,
    code: 500,
    message: '操作失败',
    when: 'an expected refusal that the message explains',
  },
} as const satisfies Record<string, Refusal>

/** Name of a refusal. */
export type RefusalName = keyof typeof REFUSALS
