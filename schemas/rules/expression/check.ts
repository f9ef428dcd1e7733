import { t } from '../../text/text.ts'
import { FUNCTIONS, functionOf, type Kind } from './functions.ts'
import { type ExpressionFault, MAIN, type Node, type Operator } from './syntax.ts'

/** What an expression may speak of, where it stands. */
export interface Surroundings {
  /** Kinds of the row's own fields, by name. */
  fields: ReadonlyMap<string, Kind>
  /** The same of the main record: null where the form is a sub table of none, undefined where that is not known. */
  main?: ReadonlyMap<string, Kind> | null | undefined
  /** The same of each sub table; null where its form is not known. */
  tables: ReadonlyMap<string, ReadonlyMap<string, Kind> | null>
  variables: ReadonlySet<string>
  /** Finds what a misspelt name most likely meant. */
  near(word: string, known: Iterable<string>): string | undefined
}

const WORDS: Readonly<Record<Kind, () => string>> = {
  number: () => t('数字'),
  text: () => t('文本'),
  date: () => t('日期'),
  condition: () => t('条件'),
  any: () => t('值'),
}

/** Everything that is wrong with an expression where it stands; `wanted` is what it is to give. */
export function checkExpression(node: Node, around: Surroundings, wanted: Kind): ExpressionFault[] {
  const faults: ExpressionFault[] = []
  const given = new Checker(around, faults).kindOf(node)
  if (!fits(given, wanted)) faults.push({ at: node.at, message: mismatch(wanted, given) })
  return faults
}

function mismatch(wanted: Kind, given: Kind): string {
  return t('这里应为{wanted}，而不是{given}', { wanted: WORDS[wanted](), given: WORDS[given]() })
}

function fits(given: Kind, wanted: Kind): boolean {
  if (given === 'any' || given === wanted) return true
  // What decides cannot be kept or calculated with.
  if (given === 'condition' || wanted === 'condition') return false
  if (wanted === 'any' || wanted === 'text') return true
  return wanted === 'date' && given === 'text'
}

class Checker {
  readonly #around: Surroundings
  readonly #faults: ExpressionFault[]

  constructor(around: Surroundings, faults: ExpressionFault[]) {
    this.#around = around
    this.#faults = faults
  }

  kindOf(node: Node): Kind {
    switch (node.kind) {
      case 'constant':
        if (node.value === null) return 'any'
        if (typeof node.value === 'boolean') return 'condition'
        return typeof node.value === 'string' ? 'text' : 'number'
      case 'variable':
        if (!this.#around.variables.has(node.name))
          this.#fault(
            node.at,
            t('变量 {name} 不存在', { name: `#{${node.name}}` }),
            this.#around.near(node.name, this.#around.variables),
          )
        return 'any'
      case 'name':
        return this.#named(node)
      case 'not':
        this.#needs(node.operand, 'condition')
        return 'condition'
      case 'minus':
        this.#needs(node.operand, 'number')
        return 'number'
      case 'operation':
        return this.#operation(node.operator, node.left, node.right)
      case 'call':
        return this.#call(node)
    }
  }

  #fault(at: number, message: string, suggestion?: string): void {
    this.#faults.push({ at, message, ...(suggestion === undefined ? {} : { suggestion }) })
  }

  #needs(node: Node, wanted: Kind): Kind {
    const given = this.kindOf(node)
    if (!fits(given, wanted)) this.#fault(node.at, mismatch(wanted, given))
    return given
  }

  #operation(operator: Operator, left: Node, right: Node): Kind {
    if (operator === 'and' || operator === 'or') {
      this.#needs(left, 'condition')
      this.#needs(right, 'condition')
      return 'condition'
    }
    if (operator === '&') {
      this.#needs(left, 'text')
      this.#needs(right, 'text')
      return 'text'
    }
    if (operator === '+' || operator === '-' || operator === '*' || operator === '/') {
      this.#needs(left, 'number')
      this.#needs(right, 'number')
      return 'number'
    }
    this.#needs(left, 'any')
    this.#needs(right, 'any')
    return 'condition'
  }

  #call({ name, args, at }: Extract<Node, { kind: 'call' }>): Kind {
    const called = functionOf(name)
    if (!called) {
      this.#fault(at, t('函数 {name} 不存在', { name }), this.#around.near(name, Object.keys(FUNCTIONS)))
      return 'any'
    }
    const { takes, least } = called
    const most = called.more ? Number.POSITIVE_INFINITY : takes.length
    if (args.length < least || args.length > most)
      this.#fault(at, t('函数 {name} 需要 {count} 个参数', { name, count: counted(least, most) }))
    const kinds = args.map((arg, place) => {
      const wanted = takes[Math.min(place, takes.length - 1)] ?? 'any'
      const rows = called.overRows ? this.#rowsOf(arg) : null
      if (rows === null) return this.#needs(arg, wanted)
      if (!fits(rows, wanted)) this.#fault(arg.at, mismatch(wanted, rows))
      return rows
    })
    if (called.gives !== 'as given') return called.gives
    // Of `if` the first part is the condition.
    const [first = 'any', ...more] = name === 'if' ? kinds.slice(1) : kinds
    return more.every((kind) => kind === first) ? first : 'any'
  }

  /** What the rows of a sub table hold; null for anything else. */
  #rowsOf(node: Node): Kind | null {
    if (node.kind !== 'name' || node.of === MAIN) return null
    const { tables, near } = this.#around
    if (node.of === null) return tables.has(node.field) && !this.#around.fields.has(node.field) ? 'any' : null
    const fields = tables.get(node.of)
    if (fields === undefined) {
      this.#fault(
        node.at,
        t('子表 {code} 不存在', { code: node.of }),
        near(node.of, [MAIN, ...tables.keys()]),
      )
      return 'any'
    }
    return fields === null ? 'any' : this.#field(fields, node.field, node.at)
  }

  #named({ of, field, at }: Extract<Node, { kind: 'name' }>): Kind {
    const { fields, main, tables, near } = this.#around
    if (of === null) {
      if (!fields.has(field) && tables.has(field)) {
        this.#fault(at, t('子表 {code} 的数据只能在 sum、avg、count、min、max 中使用', { code: field }))
        return 'any'
      }
      return this.#field(fields, field, at)
    }
    if (of === MAIN) {
      if (main === undefined) return 'any'
      if (main) return this.#field(main, field, at)
      this.#fault(at, t('表单不是任何主表的子表，没有 main'))
      return 'any'
    }
    if (tables.has(of))
      this.#fault(at, t('子表 {code} 的数据只能在 sum、avg、count、min、max 中使用', { code: of }))
    else this.#fault(at, t('子表 {code} 不存在', { code: of }), near(of, [MAIN, ...tables.keys()]))
    return 'any'
  }

  #field(fields: ReadonlyMap<string, Kind>, name: string, at: number): Kind {
    const kind = fields.get(name)
    if (kind === undefined)
      this.#fault(at, t('字段 {name} 不存在', { name }), this.#around.near(name, fields.keys()))
    return kind ?? 'any'
  }
}

function counted(least: number, most: number): string {
  if (least === most) return String(least)
  return most === Number.POSITIVE_INFINITY
    ? t('至少 {least}', { least })
    : t('{least} 至 {most}', { least, most })
}
