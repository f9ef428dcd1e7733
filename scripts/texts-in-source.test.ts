import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingDefaults } from '#schemas/api/setting.ts'
import { textsIn } from '#schemas/compile/document-texts.ts'
import { sentences } from '#schemas/text/sentences.ts'
import { type Catalogue, filled } from '#schemas/text/text.ts'
import { type TextInSource, textsInSource } from './texts-in-source.ts'

const HAN = /\p{Script=Han}/u

/** What is written in Chinese for good, and why. */
const STAYS: Readonly<Record<string, string>> = {
  'renderer/grid/core/features/series.ts': 'words of cells that are counted on',
  'renderer/kit/typed-text.ts': 'spellings of dates that are understood',
  'src/config.ts': 'a filing number is the operator’s own',
  'src/kit/shell-look.ts': 'as above',
  'src/text/language-names.ts': 'each language is named in its own words',
}
/** What no reader of an answer sees: first data, messages of the start and of the log, … */
const NO_ANSWER =
  /^server\/(database\/(first-data|embedded|migrations)\/|database\/(connect|migrate)\.ts|config(-oidc|-s3|-telemetry)?\.ts|start|main\.ts|modules\/job\/clean-up\.ts|http\/plain-page\.ts)/
/** … and statements. */
const STATEMENT = /\b(select|insert into) /
/** Shared files whose messages are the server's. */
const SERVER_SCHEMAS = [
  'schemas/api/envelope.ts',
  'schemas/compile/odd-values.ts',
  'schemas/compile/own-table.ts',
  'schemas/compile/wire/wire-rules.ts',
]

const catalogue = (name: string): Catalogue =>
  JSON.parse(readFileSync(`schemas/text/en/${name}.json`, 'utf8')) as Catalogue
const [rules, browser, server] = [catalogue('rules'), catalogue('browser'), catalogue('server')]
/** What the check says of documents: at the terminal, and above the page of a document. */
const documents = catalogue('documents')
/** What the other commands about documents say at the terminal. */
const importer = catalogue('import')

interface Found extends TextInSource {
  file: string
}

function textsOf(...folders: readonly string[]): Found[] {
  return folders
    .flatMap((folder) =>
      folder.endsWith('.ts')
        ? [folder]
        : readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/fixtures\//.test(file))
    .flatMap((file) => textsInSource(file, readFileSync(file, 'utf8')).map((text) => ({ file, ...text })))
}

const place = ({ file, line, key }: Found) => `${file}:${line} ${key}`
const missing = (found: readonly Found[], ...catalogues: readonly Catalogue[]) =>
  found.filter(({ key }) => !catalogues.some((one) => Object.hasOwn(one, key))).map(place)
const unused = (one: Catalogue, found: readonly Found[]) => {
  const used = new Set(found.map(({ key }) => key))
  return Object.keys(one).filter((key) => !used.has(key))
}

const inBrowser = textsOf('src', 'renderer', 'widgets')
const inSchemas = textsOf('schemas')
const inServer = textsOf('server', ...SERVER_SCHEMAS).filter(
  ({ file, key }) => !NO_ANSWER.test(file) && !STATEMENT.test(key),
)
const inChecks = textsOf(
  'schemas/compile/check',
  'schemas/compile/check-document.ts',
  'scripts/schema-check.ts',
)
/** Written into documents, or compared with what other servers answer: no message. */
const IMPORTED = ['父级节点']
const inImport = textsOf(
  'schemas/import',
  ...['definition-files', 'import-report', 'own-code', 'schema', 'schema-files'].map(
    (name) => `scripts/${name}.ts`,
  ),
  'scripts/schema-import.ts',
  'scripts/schema-texts.ts',
).filter(({ file, key }) => !file.startsWith('schemas/import/answered-') && !IMPORTED.includes(key))
/** Settings are translated when their form is made; what they begin with is a value. */
const SETTINGS = ['schemas/api/setting.ts', 'schemas/api/file-setting.ts', 'schemas/api/history-setting.ts']
const values = Object.values(settingDefaults('shell')).map(String)
/** A pattern among constants is no text. */
const said = inSchemas.filter(
  ({ file, key, translated }) =>
    (translated || (SETTINGS.includes(file) && !values.includes(key))) && !key.startsWith('^'),
)

describe('texts of the program', () => {
  it('go through t or texts in everything that draws', () => {
    expect(inBrowser.filter(({ file, translated }) => !translated && !(file in STAYS)).map(place)).toEqual([])
  })

  it('have their English', () => {
    const drawn = inBrowser.filter(({ translated }) => translated)
    expect({
      browser: missing(drawn, browser, rules),
      rules: missing(said, rules),
      server: missing(inServer, server, rules),
      documents: missing(inChecks, documents, rules),
      importer: missing(inImport, importer, documents, rules),
    }).toEqual({ browser: [], rules: [], server: [], documents: [], importer: [] })
  })

  it('have no English that nothing uses', () => {
    expect({
      browser: unused(browser, inBrowser),
      rules: unused(rules, said),
      server: unused(server, inServer),
      documents: unused(documents, inChecks),
      importer: unused(importer, inImport),
    }).toEqual({ browser: [], rules: [], server: [], documents: [], importer: [] })
  })

  it('keep their values, and no Chinese, in English', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
    for (const one of [browser, rules, server, documents, importer])
      for (const [key, english] of Object.entries(one)) {
        expect({ key, places: places(english) }).toEqual({ key, places: places(key) })
        expect({ key, isChinese: HAN.test(english) }).toEqual({ key, isChinese: false })
      }
  })

  it('are found again by what the server and the check say', () => {
    const values = { ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [String(at), `v${at}`])) }
    for (const [said, known] of [
      [
        { ...server, ...documents },
        { ...documents, ...rules, ...server },
      ],
      [
        { ...importer, ...documents },
        { ...importer, ...documents, ...rules },
      ],
    ] as const) {
      const say = sentences(known, () => undefined)
      // Two values side by side cannot be told apart; they come out in their order all the same.
      for (const [key, english] of Object.entries(said).filter(([key]) => !key.includes('}{')))
        expect(say(filled(key, values))).toBe(filled(english, values))
    }
  })
})

describe('examples of the widgets', () => {
  const examples = readdirSync('widgets')
    .map((kind) => `widgets/${kind}/example.json`)
    .filter((file) => existsSync(file))

  it.each(examples)('%s has English for its captions and choices, and for nothing else', (file) => {
    const example = JSON.parse(readFileSync(file, 'utf8'))
    const english: Catalogue = example.texts?.en ?? {}
    expect(Object.keys(english).sort()).toEqual([...textsIn(example)].sort())
    expect(Object.values(english).filter((text) => HAN.test(text))).toEqual([])
  })
})
