import type { Page } from 'playwright-core'

/** Radicals that a font draws as it draws these characters, and that a PDF tells in their place; NFKC leaves them alone. */
const ALIKE: Readonly<Record<string, string>> = { '⻚': '页', '⻆': '角' }

/** A text as it is compared: PDFs tell some characters by their likes, and blanks by places. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[⻚⻆]/g, (radical) => ALIKE[radical] ?? radical)
    .replaceAll(/\s/g, '')

/** Prints what is on the screen, and reads the text of each page back, bare. */
export async function pdfTexts(page: Page): Promise<string[]> {
  // Loaded here alone: it takes a second.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true }))
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS })
  try {
    const document = await task.promise
    const texts: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      texts.push(bare(items.map((item) => ('str' in item ? item.str : '')).join(' ')))
    }
    return texts
  } finally {
    await task.destroy()
  }
}
