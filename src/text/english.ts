import enUS from 'antd/locale/en_US'
import browser from '#schemas/text/en/browser.json'
import rules from '#schemas/text/en/rules.json'
import type { LanguageParts } from './language-parts.ts'

/** Everything that the interface says in English. */
export const english: LanguageParts = { catalogue: { ...rules, ...browser }, antd: enUS, dayjs: 'en' }
