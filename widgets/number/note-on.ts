import { t } from '#schemas/text/text.ts'

/** What a number box does with what is typed into it: letters are refused, digits beyond the precision rounded; '' for none. */
export function noteOn(typed: string, precision: number | undefined): string {
  const refused = typed.replaceAll(/[\d.,+\-\s]/g, '')
  if (refused !== '') return t('只能输入数字，“{rest}”不会保存', { rest: refused.slice(0, 10) })
  const after = typed.split('.')[1]?.trim().length ?? 0
  if (precision === undefined || after <= precision) return ''
  return precision === 0
    ? t('只能是整数，已四舍五入')
    : t('最多 {precision} 位小数，已四舍五入', { precision })
}
