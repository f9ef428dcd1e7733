import type { Documents } from '../document/documents.ts'
import type { Behaviour } from '../online-form/index.ts'

/** Most digits of a serial number. */
const MAX_DIGITS = 12

/** Keeps fill rules usable: parameters that their kind understands, and no rule is taken from a document that names it. */
export function fillRuleRules(documents: Pick<Documents, 'entries'>): Behaviour {
  return {
    name: 'fill rules',
    forms: ['sys_fill_rule'],

    async check(drafts) {
      return drafts.flatMap(({ row, stored }, at) => {
        const message = paramsProblem(row.ruleParams)
        if (message) return [{ at, error: { field: 'ruleParams', message } }]
        const renamed = stored !== null && stored.ruleCode !== row.ruleCode
        const user = renamed ? userOf(documents, String(stored.ruleCode)) : null
        return user
          ? [{ at, error: { field: 'ruleCode', message: `该规则被${user}使用，编码不能修改` } }]
          : []
      })
    },

    async beforeRemove(rows) {
      for (const { row } of rows) {
        const user = userOf(documents, String(row.ruleCode))
        if (user) return `规则“${row.ruleName}”被${user}使用，不能删除`
      }
      return null
    },
  }
}

/** The form field that is filled by a rule, as a sentence names it. */
function userOf(documents: Pick<Documents, 'entries'>, code: string): string | null {
  for (const { form } of documents.entries()) {
    const field = form?.fields.find(({ property: { defaultFrom } }) =>
      defaultFrom && 'fillRule' in defaultFrom ? defaultFrom.fillRule === code : false,
    )
    if (form && field) return `表单“${form.title}”的“${field.title}”`
  }
  return null
}

/** What is wrong with the parameters of a rule; null when nothing is. */
export function paramsProblem(text: unknown): string | null {
  if (text === null || text === undefined || text === '') return null
  let params: unknown
  try {
    params = JSON.parse(String(text))
  } catch {
    return '规则参数不是有效的 JSON'
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return '规则参数应为 JSON 对象'
  const { prefix, date, digits } = params as Record<string, unknown>
  if (prefix !== undefined && typeof prefix !== 'string') return '前缀 prefix 应为文本'
  if (date !== undefined && typeof date !== 'string') return '日期格式 date 应为文本，如 YYYYMMDD'
  if (
    digits !== undefined &&
    !(Number.isInteger(digits) && Number(digits) >= 1 && Number(digits) <= MAX_DIGITS)
  )
    return `位数 digits 应为 1 到 ${MAX_DIGITS} 的整数`
  return null
}
