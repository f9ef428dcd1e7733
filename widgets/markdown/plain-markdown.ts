import { t } from '#schemas/text/text.ts'

/** The words of a text in Markdown on one line, for lists and copies: without the signs that say how it is drawn. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*$/gm, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, (_, words: string) => words || t('【图片】'))
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^ {0,3}(#{1,6}|>|[-*+]|\d{1,9}[.)])\s+(\[[ x]\]\s+)?/gm, '')
    .replace(/^ {0,3}([-*_]\s*){3,}$/gm, '')
    .replace(/^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/gm, '')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(?<![\w*])\*(?!\s)([^*\n]+)\*(?!\w)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
