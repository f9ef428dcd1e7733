import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Problem } from '../model.ts'

/** A parsed text that remembers where its parts stand. */
export interface JsonText {
  /** Undefined when the text is no JSON. */
  value: unknown
  problems: Problem[]
  /**
   * Line and column of the value at a JSON pointer, or of its key; of the nearest part that exists. `within` asks for a
   * character of a text, counted from 0.
   */
  locate(pointer: string, part: 'key' | 'value', within?: number): { line: number; column: number } | null
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: '无效的符号',
  InvalidNumberFormat: '数字格式不正确',
  PropertyNameExpected: '应为带双引号的属性名',
  ValueExpected: '应为值',
  ColonExpected: '缺少冒号',
  CommaExpected: '缺少逗号',
  CloseBraceExpected: '缺少右花括号 }',
  CloseBracketExpected: '缺少右方括号 ]',
  EndOfFileExpected: '文档结束后还有内容',
  InvalidCommentToken: '不允许注释',
  UnexpectedEndOfComment: '注释没有结束',
  UnexpectedEndOfString: '字符串没有结束',
  UnexpectedEndOfNumber: '数字没有结束',
  InvalidUnicode: '无效的 Unicode 转义',
  InvalidEscapeCharacter: '无效的转义字符',
  InvalidCharacter: '字符串中有控制字符',
}

const STRICT = { disallowComments: true, allowTrailingComma: false } as const
/** Anything deeper is no document that a person wrote. */
const MAX_DEPTH = 100

/** Parses a document's text strictly; every syntax error is told with its place. */
export function parseJsonText(source: string): JsonText {
  const text = source.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(text, errors, STRICT)
  } catch {
    // Thousands of nested brackets exhaust the stack of any recursive parser.
    return broken('JSON 嵌套过深')
  }
  const starts = lineStarts(text)
  const place = (offset: number) => position(starts, offset)
  if (errors.length > 0 || !root)
    return {
      ...broken('文档是空的'),
      problems: (errors.length > 0 ? errors : [{ error: 4, offset: 0, length: 0 } as ParseError])
        .slice(0, 20)
        .map((error) => ({
          severity: 'error',
          fatal: true,
          code: 'syntax',
          path: '',
          message: `JSON 语法错误：${SYNTAX[printParseErrorCode(error.error)] ?? printParseErrorCode(error.error)}`,
          ...place(error.offset),
        })),
    }
  if (depthOf(root) > MAX_DEPTH) return broken('JSON 嵌套过深')
  const tree = root
  return {
    value: JSON.parse(text),
    problems: repeatedKeys(tree).map(({ pointer, node }) => ({
      severity: 'error',
      fatal: false,
      code: 'duplicate-key',
      path: pointer,
      message: `属性 "${String(node.value)}" 重复，只使用最后一个`,
      ...place(node.offset),
    })),
    locate(pointer, part, within) {
      const node = find(tree, pointer, part)
      const isText = within !== undefined && node.type === 'string'
      return place(node.offset + (isText ? writtenBefore(text, node.offset, within) : 0))
    },
  }
}

/** Characters that the quote and the first `count` characters of a JSON text take where they are written. */
function writtenBefore(text: string, offset: number, count: number): number {
  let at = offset + 1
  for (let passed = 0; passed < count; passed += 1)
    at += text[at] === '\\' ? (text[at + 1] === 'u' ? 6 : 2) : 1
  return at - offset
}

function broken(message: string): JsonText {
  return {
    value: undefined,
    problems: [{ severity: 'error', fatal: true, code: 'syntax', path: '', message, line: 1, column: 1 }],
    locate: () => null,
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function position(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

function depthOf(root: Node): number {
  let deepest = 0
  const open: { node: Node; depth: number }[] = [{ node: root, depth: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    deepest = Math.max(deepest, next.depth)
    for (const child of next.node.children ?? []) open.push({ node: child, depth: next.depth + 1 })
  }
  return deepest / 2
}

/** Splits a JSON pointer into its parts. */
export function pointerParts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Joins parts to a JSON pointer. */
export function pointerOf(parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function find(root: Node, pointer: string, part: 'key' | 'value'): Node {
  let node = root
  let key: Node | undefined
  for (const step of pointerParts(pointer)) {
    if (node.type === 'array') {
      const child = node.children?.[Number(step)]
      if (!child) return node
      key = undefined
      node = child
      continue
    }
    // JSON.parse keeps the last of equal keys.
    const entry = node.children?.findLast((child) => child.children?.[0]?.value === step)
    const [name, value] = entry?.children ?? []
    if (!name) return node
    key = name
    node = value ?? name
  }
  return part === 'key' && key ? key : node
}

function repeatedKeys(root: Node): { pointer: string; node: Node }[] {
  const found: { pointer: string; node: Node }[] = []
  const open: { node: Node; parts: readonly (string | number)[] }[] = [{ node: root, parts: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parts } = next
    const seen = new Set<string>()
    for (const [at, child] of (node.children ?? []).entries()) {
      const [name, value] = child.children ?? []
      if (node.type === 'array') open.push({ node: child, parts: [...parts, at] })
      else if (node.type === 'object' && name) {
        const key = String(name.value)
        if (seen.has(key)) found.push({ pointer: pointerOf([...parts, key]), node: name })
        seen.add(key)
        if (value) open.push({ node: value, parts: [...parts, key] })
      }
    }
  }
  return found
}
