import type { createStore as createAtomStore } from 'jotai'
import type { Envelope } from '#schemas/api/envelope.ts'
import { currentLanguage, isLanguage, type Language, OWN_LANGUAGE } from '#schemas/text/text.ts'
import { CALL_PATHS } from '../api/call-paths.ts'
import type { Http } from '../api/http.ts'
import { loadLanguage } from '../text/load-language.ts'
import { tokenAtom, userInfoAtom } from './atoms.ts'
import type { Session } from './session.ts'
import type { Store } from './storage.ts'

/** Name in storage of the language that was chosen last in this browser. */
const LANGUAGE_KEY = 'LANGUAGE'

/** The language of this window, and who remembers it. */
export interface Languages {
  /** Takes up the language that this browser used last, before the first drawing. */
  restore(): Promise<void>
  /** The user chooses: nothing is loaded anew, and what is being typed stays. */
  choose(language: Language): Promise<void>
}

interface Parts {
  atoms: ReturnType<typeof createAtomStore>
  kept: Store
  session: Session
  http: Http
}

/**
 * The language belongs to the person, and follows to every browser; before the sign-in it is the one that this browser used
 * last. What is chosen on the sign-in page is meant for whoever signs in there.
 */
export function createLanguages({ atoms, kept, session, http }: Parts): Languages {
  let chosenBeforeSignIn = false

  async function change(language: Language): Promise<void> {
    if (language === currentLanguage()) return
    await loadLanguage(language)
    kept.set(LANGUAGE_KEY, language)
    session.dictionaries.changed()
    // The menu's titles are the server's.
    if (atoms.get(tokenAtom) !== null) await session.loadRights().catch(() => undefined)
  }

  const remember = (language: Language) =>
    // The language holds in this browser all the same.
    http.put<Envelope<unknown>>(CALL_PATHS.language, { language }, { quiet: true }).catch(() => undefined)

  atoms.sub(tokenAtom, () => {
    if (atoms.get(tokenAtom) === null) return
    const own = atoms.get(userInfoAtom)?.language
    if (chosenBeforeSignIn) void remember(currentLanguage())
    else if (isLanguage(own)) void change(own)
    chosenBeforeSignIn = false
  })

  return {
    async restore() {
      const last = kept.get<string>(LANGUAGE_KEY)
      // Without its catalogue the page stays Chinese and usable.
      if (isLanguage(last) && last !== OWN_LANGUAGE) await loadLanguage(last).catch(() => undefined)
    },
    async choose(language) {
      await change(language)
      if (atoms.get(tokenAtom) === null) chosenBeforeSignIn = true
      else await remember(language)
    },
  }
}
