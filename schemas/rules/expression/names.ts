import type { Node } from './syntax.ts'

/** A name that an expression reads: `of` as in `Node`. */
export interface ReadName {
  of: string | null
  field: string
}

/** Every name that an expression reads, each as often as it stands there. */
export function namesIn(node: Node): ReadName[] {
  switch (node.kind) {
    case 'name':
      return [{ of: node.of, field: node.field }]
    case 'not':
    case 'minus':
      return namesIn(node.operand)
    case 'operation':
      return [...namesIn(node.left), ...namesIn(node.right)]
    case 'call':
      return node.args.flatMap(namesIn)
    default:
      return []
  }
}
