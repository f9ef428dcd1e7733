import { linearPattern } from '../../linear-pattern.ts'
import type { Behaviour } from '../online-form/index.ts'

/** Keeps out check rules that could check nothing: each mistake is said with the part that has it. */
export const checkRuleRules: Behaviour = {
  name: 'check rules',
  forms: ['sys_check_rule'],

  async check(drafts) {
    return drafts.flatMap(({ row }, at) => {
      const message = ruleProblem(String(row.ruleJson ?? ''))
      return message ? [{ at, error: { field: 'ruleJson', message } }] : []
    })
  },
}

/** What is wrong with the parts of a rule; null when nothing is. */
export function ruleProblem(text: string): string | null {
  let parts: unknown
  try {
    parts = JSON.parse(text)
  } catch {
    return '校验规则不是有效的 JSON'
  }
  if (!Array.isArray(parts)) return '校验规则应为 JSON 数组'
  if (parts.length === 0) return '校验规则至少有一项'
  for (const [at, part] of parts.entries()) {
    const problem = partProblem(part)
    if (problem) return `校验规则第 ${at + 1} 项：${problem}`
  }
  return null
}

function partProblem(part: unknown): string | null {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return '应为 JSON 对象'
  const { digits, pattern, message } = part as Record<string, unknown>
  if (digits !== '*' && !/^[1-9]\d{0,3}$/.test(String(digits ?? '')))
    return '位数 digits 应为 1 到 9999 的整数，或 * 表示整个值'
  if (typeof pattern !== 'string' || pattern === '') return '缺少正则表达式 pattern'
  if (typeof message !== 'string' || message.trim() === '') return '缺少提示文字 message'
  try {
    linearPattern(`^(?:${pattern})$`)
    return null
  } catch {
    return `正则表达式“${pattern.slice(0, 60)}”无效（不支持环视和反向引用）`
  }
}
