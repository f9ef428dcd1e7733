import type { Locale } from 'antd/es/locale'
import type { Catalogue } from '#schemas/text/text.ts'

/** What a language consists of. */
export interface LanguageParts {
  catalogue: Catalogue
  antd: Locale
  dayjs: string
}
