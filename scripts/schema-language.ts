import english from '../schemas/text/en/documents.json' with { type: 'json' }
import importer from '../schemas/text/en/import.json' with { type: 'json' }
import rules from '../schemas/text/en/rules.json' with { type: 'json' }
import { sentences, type Translate } from '../schemas/text/sentences.ts'
import { isLanguage, LANGUAGES, type Language, OWN_LANGUAGE } from '../schemas/text/text.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The arguments without `--lang`, and how messages are put into the language that it names, or else that of the terminal; undefined is Chinese. */
export function languageOf(
  args: readonly string[],
  env: Environment,
): { rest: readonly string[]; say: Translate | undefined } {
  const at = args.indexOf('--lang')
  const asked = at < 0 ? ofTerminal(env) : (args[at + 1] ?? '')
  if (!isLanguage(asked)) throw new Error(`--lang: ${LANGUAGES.join(' | ')}`)
  return {
    rest: at < 0 ? args : args.filter((_, place) => place !== at && place !== at + 1),
    say:
      asked === OWN_LANGUAGE ? undefined : sentences({ ...importer, ...english, ...rules }, () => undefined),
  }
}

/** As the usual variables say it, the first that is set; Chinese where that is no English. */
function ofTerminal({ LC_ALL, LC_MESSAGES, LANG }: Environment): Language {
  return /^en(_|\.|$)/.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'en' : OWN_LANGUAGE
}
