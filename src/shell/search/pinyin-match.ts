import { match } from 'pinyin-pro'

/** True when the keyword is the beginning of syllables, or initials, of characters that stand together: `zhgl`, `zhanh`. */
export function matchesPinyin(title: string, keyword: string): boolean {
  return match(title, keyword, { precision: 'start', continuous: true }) !== null
}
