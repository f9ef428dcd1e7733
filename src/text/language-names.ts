import type { Language } from '#schemas/text/text.ts'

/** Each language in its own words: who looks for it reads no other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { 'zh-CN': '中文', en: 'English' }
