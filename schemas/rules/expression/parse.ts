import { t } from '../../text/text.ts'
import { decimal } from './decimal.ts'
import { type ExpressionFault, MAX_EXPRESSION, type Node, type Operator } from './syntax.ts'
import { type Token, tokensOf } from './tokens.ts'

/** How deep the parts of an expression may stand in each other. */
const MAX_DEPTH = 60

/** Operators from the weakest to the strongest; those of one line stand beside each other, read from the left. */
const LEVELS: readonly (readonly Operator[])[] = [
  ['or'],
  ['and'],
  ['=', '!=', '<', '<=', '>', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
]
const COMPARISONS = 2
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false', 'null'])

export type Parsed = { node: Node; fault: null } | { node: null; fault: ExpressionFault }

class Refusal extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Reads an expression. Never throws: what it cannot read is answered with the place of the mistake. */
export function parseExpression(source: string): Parsed {
  if (source.length > MAX_EXPRESSION)
    return { node: null, fault: { at: 0, message: t('表达式超过 {max} 个字', { max: MAX_EXPRESSION }) } }
  const { tokens, fault } = tokensOf(source)
  if (fault) return { node: null, fault }
  try {
    return { node: new Parser(tokens).whole(), fault: null }
  } catch (error) {
    if (error instanceof Refusal) return { node: null, fault: { at: error.at, message: error.message } }
    throw error
  }
}

class Parser {
  readonly #tokens: readonly Token[]
  #place = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Node {
    const node = this.#level(0)
    const { kind, text, at } = this.#next()
    if (kind !== 'end') throw new Refusal(t('这里不应有 {text}', { text }), at)
    return node
  }

  #peek(): Token {
    return this.#tokens[this.#place] ?? { kind: 'end', text: '', at: 0 }
  }

  #next(): Token {
    const token = this.#peek()
    if (token.kind !== 'end') this.#place += 1
    return token
  }

  #takes(text: string): boolean {
    const token = this.#peek()
    const found = (token.kind === 'sign' || token.kind === 'name') && token.text === text
    if (found) this.#place += 1
    return found
  }

  #needs(text: string): void {
    const { at } = this.#peek()
    if (!this.#takes(text)) throw new Refusal(t('缺少 {text}', { text }), at)
  }

  #level(level: number): Node {
    const operators = LEVELS[level]
    if (!operators) return this.#unary()
    this.#depth += 1
    // Each bracket passes all levels once.
    if (this.#depth > MAX_DEPTH * LEVELS.length) throw new Refusal(t('表达式嵌套过深'), this.#peek().at)
    let left = this.#level(level + 1)
    for (let operator = this.#operator(operators); operator; operator = this.#operator(operators)) {
      const right = this.#level(level + 1)
      left = { kind: 'operation', operator, left, right, at: left.at }
      // `1 < a < 3` would compare a truth with a number.
      if (level === COMPARISONS) break
    }
    this.#depth -= 1
    return left
  }

  #operator(allowed: readonly Operator[]): Operator | null {
    const { kind, text } = this.#peek()
    if (kind !== 'sign' && kind !== 'name') return null
    const found = allowed.find((operator) => operator === text) ?? null
    if (found) this.#place += 1
    return found
  }

  #unary(): Node {
    const { at } = this.#peek()
    const kind = this.#takes('not') ? 'not' : this.#takes('-') ? 'minus' : null
    if (kind === null) return this.#single()
    this.#depth += LEVELS.length
    if (this.#depth > MAX_DEPTH * LEVELS.length) throw new Refusal(t('表达式嵌套过深'), at)
    // `not a = b` is about the comparison.
    const operand = kind === 'not' ? this.#level(COMPARISONS) : this.#unary()
    this.#depth -= LEVELS.length
    return { kind, operand, at }
  }

  #single(): Node {
    const token = this.#next()
    const { at, text } = token
    switch (token.kind) {
      case 'number':
        return { kind: 'constant', value: decimal(text), at }
      case 'text':
        return { kind: 'constant', value: text === '' ? null : text, at }
      case 'variable':
        return { kind: 'variable', name: text, at }
      case 'name':
        return this.#named(token)
      case 'end':
        throw new Refusal(t('表达式没有写完'), at)
      default: {
        if (text !== '(') throw new Refusal(t('这里不应有 {text}', { text }), at)
        const inside = this.#level(0)
        this.#needs(')')
        return inside
      }
    }
  }

  #named({ text, at }: Token): Node {
    if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true', at }
    if (text === 'null') return { kind: 'constant', value: null, at }
    if (WORDS.has(text)) throw new Refusal(t('这里不应有 {text}', { text }), at)
    if (this.#takes('(')) return { kind: 'call', name: text, args: this.#args(), at }
    if (!this.#takes('.')) return { kind: 'name', of: null, field: text, at }
    const field = this.#next()
    if (field.kind !== 'name') throw new Refusal(t('缺少字段名'), field.at)
    return { kind: 'name', of: text, field: field.text, at }
  }

  #args(): Node[] {
    if (this.#takes(')')) return []
    const args = [this.#level(0)]
    while (this.#takes(',')) args.push(this.#level(0))
    this.#needs(')')
    return args
  }
}
