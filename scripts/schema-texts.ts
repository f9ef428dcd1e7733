import { textsIn } from '../schemas/compile/document-texts.ts'
import type { DocumentTexts } from '../schemas/page/texts.ts'
import type { Translate } from '../schemas/text/sentences.ts'
import { LANGUAGES, OWN_LANGUAGE } from '../schemas/text/text.ts'
import { documentFiles, documentFolders, givenPaths, readSchemaFile, shownPath } from './schema-files.ts'

/** `npm run schema -- texts [file…]`: prints each text of the documents that has no translation, by language. */
export function listMissingTexts(args: readonly string[], say?: Translate): void {
  const files =
    args.length > 0
      ? givenPaths(args, (name) => /\.(form|page|dict|menu)\.json$/.test(name)).map(readSchemaFile)
      : documentFiles(documentFolders())
  let count = 0
  for (const { path, text } of files) {
    const document = JSON.parse(text) as { texts?: DocumentTexts }
    for (const language of LANGUAGES.filter((one) => one !== OWN_LANGUAGE)) {
      const known = document.texts?.[language] ?? {}
      for (const source of textsIn(document)) {
        if (Object.hasOwn(known, source)) continue
        console.log(`${shownPath(path)}: ${language} ${source}`)
        count++
      }
    }
  }
  const sum = `${files.length} 个文档，${count} 处没有翻译`
  console.log(say ? say(sum) : sum)
}
