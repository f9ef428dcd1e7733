import { textsIn } from '#schemas/compile/document-texts.ts'
import documentWords from '#schemas/text/en/documents.json' with { type: 'json' }
import rules from '#schemas/text/en/rules.json' with { type: 'json' }
import server from '#schemas/text/en/server.json' with { type: 'json' }
import { sentences, type Translate } from '#schemas/text/sentences.ts'
import { type Language, OWN_LANGUAGE } from '#schemas/text/text.ts'
import type { Connections } from '../../database/connection.ts'
import type { AnswerTexts } from '../../http/answer-language.ts'
import { type Reader, scopeOf } from '../../language.ts'
import type { Documents } from '../document/documents.ts'
import { keptRows, storedTexts, TEXTS_CHANGED, type TextPlace, writeWords } from './store.ts'

/** A text that can be shown in other languages, and where it stands. */
export interface KnownText extends TextPlace {
  /** What the document or dictionary brings along. */
  shipped: string | null
  /** What was written on the screen. */
  own: string | null
}

/** Texts of the program, of documents, dictionaries and menus. */
export interface Texts extends AnswerTexts {
  /** Every text of documents, dictionaries and menus in one language, with what is missing. */
  all(language: Language): Promise<KnownText[]>
  /** Writes texts from the screen; an empty one takes back what was written. */
  write(
    language: Language,
    words: readonly { scope: string; source: string; text: string }[],
    by: string,
  ): Promise<void>
  close(): void
}

type Words = ReadonlyMap<string, string>
interface Kept {
  /** By language and scope. */
  file: ReadonlyMap<string, Words>
  screen: ReadonlyMap<string, Words>
  version: string
}

const EMPTY: Kept = { file: new Map(), screen: new Map(), version: '0' }
const keyOf = (language: string, scope: string) => `${language} ${scope}`
/** The program's own sentences, by language. */
const SENTENCES: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  en: { ...documentWords, ...rules, ...server },
}

/** Texts over database and documents. */
export async function createTexts({
  connections,
  documents,
}: {
  connections: Connections
  documents: Documents
}): Promise<Texts> {
  let kept = EMPTY
  let changes = 0
  /** Made when they are first needed, and again after a change. */
  let translators = new Map<Language, Translate>()
  const forget = () => {
    changes++
    translators = new Map()
  }
  let asked = 0
  let taken = 0
  async function load(): Promise<void> {
    const mine = ++asked
    const found = await keptTexts(connections)
    // One that was asked for earlier and answers later knows less.
    if (mine < taken) return
    taken = mine
    kept = found
    forget()
  }
  const unlisten = connections.listen(TEXTS_CHANGED, {
    onMessage: () => void load().catch(() => undefined),
    onUp: (up) => {
      if (up) void load().catch(() => undefined)
    },
  })
  documents.onChange(forget)
  await load()

  /** What a form's or composite page's document brings along. */
  function ofDocument(language: Language, scope: string): Readonly<Record<string, string>> {
    if (language === OWN_LANGUAGE) return {}
    const [kind = '', code = ''] = scope.split(':')
    const document =
      kind === scopeKind.form
        ? documents.entry(code)?.form?.document
        : kind === scopeKind.page
          ? documents.page(code)?.document
          : null
    return document?.texts?.[language] ?? {}
  }

  function word(language: Language, scope: string, text: string): string | undefined {
    const own = kept.screen.get(keyOf(language, scope))?.get(text)
    if (own !== undefined) return own
    const shipped = ofDocument(language, scope)
    return Object.hasOwn(shipped, text) ? shipped[text] : kept.file.get(keyOf(language, scope))?.get(text)
  }

  function ownWord(language: Language, text: string): string | undefined {
    const own = SENTENCES[language]
    return own && Object.hasOwn(own, text) ? own[text] : undefined
  }

  /** Every word of a language, wherever it stands: messages have titles in them. */
  function anyWord(language: Language): (text: string) => string | undefined {
    const words = new Map<string, string>()
    for (const scope of documentScopes(documents))
      for (const [source, text] of Object.entries(ofDocument(language, scope))) words.set(source, text)
    for (const part of [kept.file, kept.screen])
      for (const [key, more] of part)
        if (key.startsWith(`${language} `)) for (const [source, text] of more) words.set(source, text)
    return (text) => words.get(text)
  }

  return {
    say(language, message) {
      const own = SENTENCES[language]
      if (!own) return message
      let translate = translators.get(language)
      if (!translate) {
        translate = sentences(own, anyWord(language))
        translators.set(language, translate)
      }
      return translate(message)
    },
    readerOf: (language): Reader => ({
      language,
      // Documents have words of the program itself, too: 是 and 否 of a switch that names no others.
      word: (scope, text) => word(language, scope, text) ?? ownWord(language, text) ?? text,
      version: `${language} ${kept.version} ${changes}`,
    }),
    async all(language) {
      const found = [...documentTexts(documents), ...(await storedTexts(connections.readPool))]
      return found.map(({ scope, title, source }) => {
        const shipped =
          ofDocument(language, scope)[source] ?? kept.file.get(keyOf(language, scope))?.get(source)
        return {
          scope,
          title,
          source,
          shipped: shipped ?? null,
          own: kept.screen.get(keyOf(language, scope))?.get(source) ?? null,
        }
      })
    },
    async write(language, words, by) {
      await writeWords(connections.write, language, words, by)
      await load()
    },
    close: unlisten,
  }
}

const scopeKind = { form: 'form', page: 'page' } as const

async function keptTexts({ read }: Connections): Promise<Kept> {
  const rows = await keptRows(read)
  const parts = {
    file: new Map<string, Map<string, string>>(),
    screen: new Map<string, Map<string, string>>(),
  }
  for (const { language, scope, source, text, origin } of rows) {
    const key = keyOf(language, scope)
    const words = parts[origin].get(key) ?? new Map<string, string>()
    parts[origin].set(key, words.set(source, text))
  }
  return { ...parts, version: `${rows.length} ${String(rows.at(-1)?.update_time ?? '')}` }
}

function documentScopes(documents: Documents): string[] {
  return [
    ...documents.entries().map(({ code }) => scopeOf.form(code)),
    ...[...(documents.references().pages?.keys() ?? [])].map(scopeOf.page),
  ]
}

function documentTexts(documents: Documents): TextPlace[] {
  const forms = documents
    .entries()
    .flatMap(({ code, form }) => (form ? [{ scope: scopeOf.form(code), document: form.document }] : []))
  const pages = [...(documents.references().pages?.keys() ?? [])].flatMap((code) => {
    const document = documents.page(code)?.document
    return document ? [{ scope: scopeOf.page(code), document }] : []
  })
  return [...forms, ...pages].flatMap(({ scope, document }) =>
    [...textsIn(document)].map((source) => ({ scope, title: document.title, source })),
  )
}
