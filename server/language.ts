import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, OWN_LANGUAGE } from '#schemas/text/text.ts'

/** Whoever reads the answer to a call. */
export interface Reader {
  language: Language
  /** A text of a document, dictionary or menu in the reader's language; as it is where there is none. */
  word(scope: string, text: string): string
  /** Names the state of these texts: '' in Chinese, which is what is stored. */
  version: string
}

const CHINESE: Reader = { language: OWN_LANGUAGE, word: (_scope, text) => text, version: '' }
const calls = new AsyncLocalStorage<Reader>()

/** The reader of the call that is being worked on. Work that nobody asked for is done in Chinese. */
export function reader(): Reader {
  return calls.getStore() ?? CHINESE
}

/** Does work for a reader. */
export function forReader<T>(who: Reader, work: () => T): T {
  return calls.run(who, work)
}

/** Where texts are kept: of a form, a composite page or a dictionary by its code; menus have theirs in common. */
export const scopeOf = {
  form: (code: string) => `form:${code}`,
  page: (code: string) => `page:${code}`,
  dict: (code: string) => `dict:${code}`,
  menu: 'menu',
} as const
