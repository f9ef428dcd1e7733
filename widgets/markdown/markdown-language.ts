import { defineLanguageFacet, Language, LanguageSupport } from '@codemirror/language'
import { GFM, parser } from '@lezer/markdown'

/** Markdown with tables, tasks and strikethrough, and without the languages of code blocks: these would be six times its size. */
export const markdownLanguage = new LanguageSupport(
  new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown'),
)
