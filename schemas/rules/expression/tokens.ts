import { t } from '../../text/text.ts'
import type { ExpressionFault } from './syntax.ts'

/** A word, number, text or sign of an expression. */
export interface Token {
  kind: 'number' | 'text' | 'name' | 'variable' | 'sign' | 'end'
  text: string
  at: number
}

/** Signs as people type them, and what they mean. */
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '≠': '!=',
  '<>': '!=',
  '≤': '<=',
  '≥': '>=',
  '==': '=',
  '（': '(',
  '）': ')',
  '，': ',',
}
const TOKEN =
  /\s+|(?<number>\d+(?:\.\d+)?)|(?<text>'[^']*'|"[^"]*")|#\{\s*(?<variable>[\w.]+)\s*\}|(?<name>[A-Za-z][\w$]*)|(?<sign><>|<=|>=|==|!=|[-+*/&=<>(),.×÷−≠≤≥（），])/uy

/** Cuts an expression into its parts; where something stands that belongs to none, says so. */
export function tokensOf(source: string): { tokens: Token[]; fault: ExpressionFault | null } {
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  let at = 0
  while (at < source.length) {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (!found) return { tokens, fault: { at, message: faultAt(source, at) } }
    const { number, text, variable, name, sign } = found.groups ?? {}
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at })
    else if (text !== undefined) tokens.push({ kind: 'text', text: text.slice(1, -1), at })
    else if (variable !== undefined) tokens.push({ kind: 'variable', text: variable, at })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: SIGNS[sign] ?? sign, at })
    at = pattern.lastIndex
  }
  tokens.push({ kind: 'end', text: '', at: source.length })
  return { tokens, fault: null }
}

function faultAt(source: string, at: number): string {
  const sign = String.fromCodePoint(source.codePointAt(at) ?? 0)
  return sign === "'" || sign === '"' ? t('文本没有结束的引号') : t('不认识的符号 {sign}', { sign })
}
