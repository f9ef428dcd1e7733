/** What a predicate of a route may be called; those with named arguments take an object, the others a list. */
const LISTED = new Set(['Path', 'Host', 'Method', 'After', 'Before', 'Between', 'RemoteAddr'])
const NAMED = new Set(['Header', 'Query', 'Cookie'])
const FILTER_NAME = /^[A-Za-z][A-Za-z0-9]*$/

/** The list that a stored text is; empty where it cannot be read. */
export function partsOf(text: unknown): unknown[] {
  try {
    const parts: unknown = JSON.parse(String(text ?? '[]'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** What is wrong with the predicates of a route; null when nothing is. */
export function predicatesProblem(text: unknown): string | null {
  return listProblem('断言', text, ({ name, args }) => {
    if (typeof name !== 'string' || !(LISTED.has(name) || NAMED.has(name)))
      return `名称 name 应为 ${[...LISTED, ...NAMED].join('、')} 之一`
    if (NAMED.has(name)) return isObject(args) ? null : `${name} 的参数 args 应为 JSON 对象`
    const isList =
      Array.isArray(args) && args.length > 0 && args.every((one) => typeof one === 'string' && one)
    return isList ? null : `${name} 的参数 args 应为文本数组，如 ["/api/**"]`
  })
}

/** What is wrong with the filters of a route; null when nothing is. */
export function filtersProblem(text: unknown): string | null {
  return listProblem('过滤器', text, ({ name, args }) => {
    if (typeof name !== 'string' || !FILTER_NAME.test(name)) return '缺少名称 name'
    return args === undefined || Array.isArray(args) || isObject(args)
      ? null
      : '参数 args 应为 JSON 数组或对象'
  })
}

function listProblem(
  title: string,
  text: unknown,
  problemOf: (part: Record<string, unknown>) => string | null,
): string | null {
  if (text === null || text === undefined || text === '') return null
  let parts: unknown
  try {
    parts = JSON.parse(String(text))
  } catch {
    return `${title}不是有效的 JSON`
  }
  if (!Array.isArray(parts)) return `${title}应为 JSON 数组`
  for (const [at, part] of parts.entries()) {
    const problem = isObject(part) ? problemOf(part) : '应为 JSON 对象'
    if (problem) return `${title}第 ${at + 1} 项：${problem}`
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
