import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_HEADER } from '#schemas/api/language.ts'
import type { RowError } from '#schemas/compile/model.ts'
import { isLanguage, type Language, OWN_LANGUAGE } from '#schemas/text/text.ts'
import { forReader, type Reader } from '../language.ts'

/** Texts in other languages than Chinese. */
export interface AnswerTexts {
  /** Puts a finished message into a language; as it is where it is not known. */
  say(language: Language, message: string): string
  readerOf(language: Language): Reader
}

/** An answer, as far as it holds messages. */
interface Answer {
  message?: unknown
  result?: unknown
}

/**
 * Calls may name the language of their answer. Messages are written in Chinese wherever they come from, and are put into that language here, where
 * every answer passes: the envelope's own, that of an action, those of refused fields.
 */
export function installAnswerLanguage(app: FastifyInstance, texts: AnswerTexts): void {
  // Reading the body leaves the context of the first hook: the second one enters it again.
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const language = languageOf(request)
    if (language === OWN_LANGUAGE) done()
    else forReader(texts.readerOf(language), done)
  }
  app.addHook('onRequest', enter)
  app.addHook('preValidation', enter)
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    const language = languageOf(request)
    done(
      null,
      language === OWN_LANGUAGE ? payload : translated(payload, (message) => texts.say(language, message)),
    )
  })
}

function languageOf({ headers }: FastifyRequest): Language {
  const asked = headers[LANGUAGE_HEADER.toLowerCase()]
  return isLanguage(asked) ? asked : OWN_LANGUAGE
}

function translated(payload: unknown, say: (message: string) => string): unknown {
  if (!isObject(payload) || typeof payload.message !== 'string') return payload
  const { result } = payload
  const message = say(payload.message)
  // Several refusals carry their first sentence as the result, too.
  if (typeof result === 'string' && result === payload.message)
    return { ...payload, message, result: message }
  return { ...payload, message, ...(isObject(result) ? { result: withMessages(result, say) } : {}) }
}

function withMessages(
  result: Answer & { errors?: unknown; problems?: unknown },
  say: (message: string) => string,
): object {
  const told = (list: readonly (RowError & { suggestion?: string })[]) =>
    list.map((one) => ({
      ...one,
      message: say(one.message),
      ...(one.suggestion === undefined ? {} : { suggestion: say(one.suggestion) }),
    }))
  const { message, errors, problems } = result
  return {
    ...result,
    ...(typeof message === 'string' ? { message: say(message) } : {}),
    ...(Array.isArray(errors) ? { errors: told(errors) } : {}),
    ...(Array.isArray(problems) ? { problems: told(problems) } : {}),
  }
}

const isObject = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
