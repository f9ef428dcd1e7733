/** Languages of the interface. Texts are written in the first; each further one has a catalogue. */
export const LANGUAGES = ['zh-CN', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
/** The language that texts are written in: it needs no catalogue. */
export const OWN_LANGUAGE: Language = LANGUAGES[0]
/** Texts of one language by the Chinese ones. */
export type Catalogue = Readonly<Record<string, string>>

/** Names in braces: `共 {count} 条` has `count`; examples of JSON and variables (`#{sys_date}`, `${name}`) are no names. */
type NamesIn<Text extends string> = Text extends `${infer Before}{${infer Name}}${infer Rest}`
  ?
      | (Before extends `${string}${'#' | '$'}` ? never : Name extends `${string}"${string}` ? never : Name)
      | NamesIn<Rest>
  : never
type ValuesOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Text>, string | number>>]

let language: Language = OWN_LANGUAGE
let catalogue: Catalogue = {}
const listeners = new Set<() => void>()

/**
 * The text in the language that is chosen: the Chinese one is its key, and stands where a translation is missing. Values are named
 * in braces: `t('共 {count} 条', { count })`.
 */
export function t<const Text extends string>(text: Text, ...[values]: ValuesOf<Text>): string {
  const said = Object.hasOwn(catalogue, text) ? (catalogue[text] ?? text) : text
  return values ? filled(said, values) : said
}

/** Puts values into the places that are named in braces. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}

/** The language that `t` speaks. */
export function currentLanguage(): Language {
  return language
}

/** Chooses the language of `t` and tells everybody who draws texts. */
export function speak(chosen: Language, texts: Catalogue): void {
  language = chosen
  catalogue = texts
  for (const listener of listeners) listener()
}

/** Told when the language changes; answers how to stop that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True for a language of the interface: what is stored or sent may be anything. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value)
}

const translated = new WeakMap<object, object>()

/**
 * Constants with texts in them, at whatever depth: each text is read in the language that is chosen at that moment. What is made
 * once when a file is loaded would otherwise stay in the language of that moment.
 */
export function texts<T extends object>(source: T): T {
  const known = translated.get(source)
  if (known) return known as T
  const made = new Proxy(source, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value === 'string') return t(value)
      return isPlain(value) ? texts(value) : value
    },
  })
  translated.set(source, made)
  return made
}

/** Objects and lists that are written down; elements of React, maps and the like stay what they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || '$$typeof' in value || Object.isFrozen(value))
    return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype
}
