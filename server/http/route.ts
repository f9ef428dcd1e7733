import '@fastify/rate-limit'
import { isDeepStrictEqual } from 'node:util'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { nothing, nullable } from '#schemas/api/answer.ts'
import type { Done, Refused } from '#schemas/api/envelope.ts'
import type { DeepReadonly } from '#schemas/compile/model.ts'
import type { Access } from './access.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** An answer that holds more or other values than its shape is an error; otherwise the rest stays in the server. */
    checksAnswers?: boolean
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a route says of itself. */
export interface Declaration<
  Query extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
  Refusal extends TSchema,
> {
  access: Access
  /** Answered also to a user who has to change the password, or to set up a second factor, first. */
  beforePasswordChange?: true
  /** About the account itself: for a person, never for a key of an integrator. */
  ownAccount?: true
  /** Changes nothing, whatever the method that the wire gives it: the log has no line of it. */
  readsOnly?: true
  /** Calls of one address. */
  rateLimit?: { max: number; timeWindow: string }
  /**
   * Its handler builds the answer field by field, which tests hold against the shape: it is written as it is built, a tree of
   * twenty thousand nodes in a third of the time.
   */
  asBuilt?: true
  /** Largest body in bytes, where it is not that of every call. */
  bodyLimit?: number
  query?: Query
  /** Limits of the parameters in the path, which are texts. */
  params?: TSchema
  body?: Body
  /** Shape of `result`. What it does not name never leaves the server. */
  answer: Answer
  /** Shape of `result` of a refusal that says more than its message. */
  refusal?: Refusal
}

/** Where no query is declared there is none: a handler can read only parameters that the reference of calls names. */
type AnyQuery = ReturnType<typeof Type.Unknown>
type AnyBody = ReturnType<typeof Type.Unknown>

/** Names of the parameters in a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never

/** A request, as the route's shapes describe it. */
type Call<Path extends string, Query extends TSchema, Body extends TSchema> = FastifyRequest<{
  Params: { [Name in NamesIn<Path>]: string }
  Querystring: Static<Query>
  Body: Static<Body>
}>

type Write = (answer: object) => string

/** Declares a call that is answered with the envelope: `ok(result)` or `refused(message)`. `reply` is for headers only. */
export function route<
  const Path extends string,
  Answer extends TSchema,
  Query extends TSchema = AnyQuery,
  Body extends TSchema = AnyBody,
  Refusal extends TSchema = typeof nothing,
>(
  app: FastifyInstance,
  method: Method | readonly Method[],
  path: Path,
  declared: Declaration<Query, Body, Answer, Refusal>,
  handler: (
    call: Call<Path, Query, Body>,
    reply: Pick<FastifyReply, 'header'>,
  ) => Promise<Done<DeepReadonly<Static<Answer>>> | Refused<DeepReadonly<Static<Refusal>> | null>>,
): void {
  const shape = envelopeShape(declared.answer)
  add(app, method, path, declared, handler, shape, () => {
    const done = fastJson(shape)
    const refused = declared.refusal ? fastJson(envelopeShape(nullable(declared.refusal))) : plainRefusal
    return (answer) => {
      const { success, refusal } = answer as { success: boolean; refusal?: string }
      if (success) return done(answer)
      // What was thrown is written by the error handler, with more than an envelope.
      return refusal === undefined ? refused(answer) : JSON.stringify(answer)
    }
  })
}

/** Declares a call that is answered without the envelope, where the wire has it so. */
export function bareRoute<
  const Path extends string,
  Answer extends TSchema,
  Query extends TSchema = AnyQuery,
  Body extends TSchema = AnyBody,
>(
  app: FastifyInstance,
  method: Method | readonly Method[],
  path: Path,
  declared: Declaration<Query, Body, Answer, typeof nothing>,
  handler: (call: Call<Path, Query, Body>) => Promise<DeepReadonly<Static<Answer>>>,
): void {
  add(app, method, path, declared, handler, declared.answer, () => {
    const done = fastJson(declared.answer)
    return (answer) =>
      (answer as { refusal?: string }).refusal === undefined ? done(answer) : JSON.stringify(answer)
  })
}

function add<Path extends string, Query extends TSchema, Body extends TSchema>(
  app: FastifyInstance,
  method: Method | readonly Method[],
  path: Path,
  declared: Declaration<Query, Body, TSchema, TSchema>,
  handler: (call: Call<Path, Query, Body>, reply: FastifyReply) => Promise<unknown>,
  shape: TSchema,
  compile: () => Write,
): void {
  const { access, beforePasswordChange, ownAccount, readsOnly, rateLimit, bodyLimit, asBuilt } = declared
  const { query, params, body } = declared
  const schema: FastifySchema = {
    ...(query ? { querystring: query } : {}),
    ...(params ? { params } : {}),
    ...(body ? { body } : {}),
    response: { 200: shape },
  }
  const write = atFirstCall(compile)
  const writeBuilt: Write = (answer) =>
    (answer as { success: boolean }).success ? JSON.stringify(answer) : write(answer)
  app.route<{
    Params: { [Name in NamesIn<Path>]: string }
    Querystring: Static<Query>
    Body: Static<Body>
  }>({
    method: typeof method === 'string' ? method : [...method],
    url: path,
    schema,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: {
      access,
      ...(beforePasswordChange ? { beforePasswordChange } : {}),
      ...(ownAccount ? { ownAccount } : {}),
      ...(readsOnly ? { readsOnly } : {}),
      ...(rateLimit ? { rateLimit } : {}),
    },
    serializerCompiler: () =>
      app.checksAnswers ? checked(write, `${method} ${path}`) : asBuilt ? writeBuilt : write,
    handler,
  })
}

/** Compiled when it is first needed: all of them would take a tenth of a second of every start. */
function atFirstCall(compile: () => Write): Write {
  let write: Write | null = null
  return (answer) => {
    write ??= compile()
    return write(answer)
  }
}

/** Writes a refusal that says no more than its message. */
const plainRefusal = atFirstCall(() => fastJson(envelopeShape(nothing)))

/** The writer, for tests: it throws where the answer and what is written of it differ. */
function checked(write: Write, name: string): Write {
  return (answer) => {
    const text = write(answer)
    const [meant, written] = [JSON.parse(JSON.stringify(answer)), JSON.parse(text)]
    if (!isDeepStrictEqual(meant, written))
      throw new Error(`${name} answers otherwise than its shape says: ${JSON.stringify(meant)} as ${text}`)
    return text
  }
}

function envelopeShape(result: TSchema) {
  return Type.Object({
    success: Type.Boolean(),
    message: Type.String(),
    code: Type.Unsafe<number | string>({ type: ['integer', 'string'] }),
    result,
    timestamp: Type.Integer(),
  })
}
