import type { Decimal } from './decimal.ts'

/** What an expression works with: a text (dates are texts of the wire), an exact number, true or false, or nothing. */
export type Value = string | Decimal | boolean | null

export type Operator = '+' | '-' | '*' | '/' | '&' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or'

/** A part of an expression; `at` is where it begins in the text, counted from 0. */
export type Node =
  | { kind: 'constant'; value: Value; at: number }
  /** A field of the row itself (or a sub table), of its main record, or of the rows of a sub table. */
  | { kind: 'name'; of: string | null; field: string; at: number }
  | { kind: 'variable'; name: string; at: number }
  | { kind: 'not' | 'minus'; operand: Node; at: number }
  | { kind: 'operation'; operator: Operator; left: Node; right: Node; at: number }
  | { kind: 'call'; name: string; args: readonly Node[]; at: number }

/** What is wrong with an expression, and where in its text. */
export interface ExpressionFault {
  at: number
  message: string
  suggestion?: string | undefined
}

/** Longest expression, in characters. */
export const MAX_EXPRESSION = 2000

/** How a row of a sub table calls its main record. */
export const MAIN = 'main'
