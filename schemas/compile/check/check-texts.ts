import type { DocumentTexts } from '../../page/texts.ts'
import { textsIn } from '../document-texts.ts'
import type { Findings } from './findings.ts'
import { didYouMean } from './near-miss.ts'

/** A translation of something that the document does not say is a slip, or was left behind by a change. */
export function checkTexts(findings: Findings, document: object): void {
  const { texts } = document as { texts?: DocumentTexts }
  if (!texts) return
  const known = textsIn(document)
  for (const [language, words] of Object.entries(texts))
    for (const text of Object.keys(words ?? {}))
      if (!known.has(text))
        findings.error(['texts', language, text], 'unknown-text', `文档中没有“${text}”`, {
          suggestion: didYouMean(text, known),
          atKey: true,
        })
}
