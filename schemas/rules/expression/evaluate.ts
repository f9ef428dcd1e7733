import { add, divide, isDecimal, multiply, negate, subtract } from './decimal.ts'
import { functionOf, joined } from './functions.ts'
import { MAIN, type Node, type Operator, type Value } from './syntax.ts'
import { compareValues, isEqual, numberOf } from './values.ts'

/** Where the names of an expression get their values. What is not there is nothing. */
export interface Names {
  /** A field of the row itself, or (`of` is `main`) of its main record. */
  value(of: string | null, field: string): Value
  /** A field of each row of a sub table; with no field, something for each row. */
  rows(code: string, field: string | null): readonly Value[]
  /** True for the code of a sub table. */
  isTable(name: string): boolean
  variable(name: string): Value
}

/** What an expression comes to. Never throws; what cannot be computed is nothing. */
export function evaluate(node: Node, names: Names): Value {
  switch (node.kind) {
    case 'constant':
      return node.value
    case 'variable':
      return names.variable(node.name)
    case 'name':
      return names.value(node.of, node.field)
    case 'not':
      return evaluate(node.operand, names) !== true
    case 'minus': {
      const number = numberOf(evaluate(node.operand, names))
      return number && negate(number)
    }
    case 'operation':
      return operation(node.operator, node.left, node.right, names)
    case 'call': {
      const called = functionOf(node.name)
      if (!called) return null
      const args = node.args.flatMap((arg) =>
        called.overRows ? overRows(arg, names) : [evaluate(arg, names)],
      )
      return called.run(args, { date: names.variable('sys_date'), time: names.variable('sys_time') })
    }
  }
}

/** A name of a sub table stands for the values of all its rows. */
function overRows(node: Node, names: Names): readonly Value[] {
  if (node.kind === 'name') {
    if (node.of !== null && node.of !== MAIN) return names.rows(node.of, node.field)
    if (node.of === null && names.isTable(node.field)) return names.rows(node.field, null)
  }
  return [evaluate(node, names)]
}

function operation(operator: Operator, leftNode: Node, rightNode: Node, names: Names): Value {
  const left = evaluate(leftNode, names)
  if (operator === 'and') return left === true && evaluate(rightNode, names) === true
  if (operator === 'or') return left === true || evaluate(rightNode, names) === true
  const right = evaluate(rightNode, names)
  switch (operator) {
    case '&':
      return joined(left, right)
    case '=':
      return isEqual(left, right)
    case '!=':
      return !isEqual(left, right)
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const sign = compareValues(left, right)
      if (sign === null) return false
      if (operator === '<') return sign < 0
      if (operator === '<=') return sign <= 0
      return operator === '>' ? sign > 0 : sign >= 0
    }
    default: {
      const [one, other] = [numberOf(left), numberOf(right)]
      if (!isDecimal(one) || !isDecimal(other)) return null
      if (operator === '+') return add(one, other)
      if (operator === '-') return subtract(one, other)
      return operator === '*' ? multiply(one, other) : divide(one, other)
    }
  }
}
