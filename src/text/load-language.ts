import type { Locale } from 'antd/es/locale'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import type { LanguageParts } from './language-parts.ts'
import 'dayjs/locale/zh-cn'
import { type Language, speak } from '#schemas/text/text.ts'

/** Further languages are loaded when they are chosen: whoever reads Chinese pays nothing for them. */
const PARTS: Readonly<Record<Language, () => Promise<LanguageParts>>> = {
  'zh-CN': () => Promise.resolve({ catalogue: {}, antd: zhCN, dayjs: 'zh-cn' }),
  en: async () => (await import('./english.ts')).english,
}

let antd: Locale = zhCN
dayjs.locale('zh-cn')

/** Texts of antd in the language that is chosen. */
export const antdLocale = (): Locale => antd

/** Loads a language and lets the interface speak it. */
export async function loadLanguage(language: Language): Promise<void> {
  const parts = await PARTS[language]()
  antd = parts.antd
  dayjs.locale(parts.dayjs)
  document.documentElement.lang = language
  speak(language, parts.catalogue)
}
