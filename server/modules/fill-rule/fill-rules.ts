import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'

/** Who runs the statements: a pool for a preview, the save's own connection for the real thing. */
type Runner = Pick<Pool | PoolClient, 'query'>

/** Gives serial numbers and generated codes. */
export interface FillRules {
  /**
   * The next value of each row, used up inside the transaction that stores them: no gap when that is undone. Null where
   * there is no such rule: a document from elsewhere may name what is not here, and its records can be saved all the same.
   */
  next(
    rule: string,
    rows: readonly Row[],
    session: Session,
    client: PoolClient,
  ): Promise<readonly (string | null)[]>
  /** What would be given now; uses nothing up. */
  preview(rule: string, row: Row, session: Session): Promise<string>
}

interface Rule {
  handler: string
  params: Readonly<Record<string, unknown>>
}

/** Over the rules in `sys_fill_rule`. */
export function createFillRules(readPool: Pool, now: () => Date = () => new Date()): FillRules {
  async function ruleOf(runner: Runner, code: string): Promise<Rule | null> {
    const { rows } = await runner.query<{ rule_class: string; rule_params: string | null }>(
      'select rule_class, rule_params from platform.sys_fill_rule where rule_code = $1',
      [code],
    )
    const row = rows[0]
    return row ? { handler: row.rule_class, params: paramsOf(row.rule_params) } : null
  }

  async function run(
    code: string,
    rule: Rule,
    rows: readonly Row[],
    session: Session,
    runner: Runner,
    use: boolean,
  ): Promise<string[]> {
    const { params } = rule
    switch (rule.handler) {
      case 'serial':
        return serial(code, params, rows.length, session, runner, use)
      case 'order_number':
        // Prefix, time to the second, two random digits, and a name that the form may give.
        return rows.map((row) => {
          const name = typeof row.name === 'string' ? row.name.slice(0, 50) : ''
          return `${text(params.prefix, 'CN')}${stamp(now(), 'YYYYMMDDHHmmss')}${String(randomInt(10, 100))}${name}`
        })
      default:
        throw badRequest('机构和分类的编码由系统在保存时给出，不能单独生成')
    }
  }

  /** Prefix, date and a number that counts within the date part, per tenant. */
  async function serial(
    code: string,
    params: Rule['params'],
    count: number,
    session: Session,
    runner: Runner,
    use: boolean,
  ): Promise<string[]> {
    const date = stamp(now(), text(params.date, ''))
    const prefix = `${text(params.prefix, '')}${date}`
    const scope = `${session.tenantId}:${prefix}`
    const { rows } = use
      ? // The row lock orders savers of the same number; whoever rolls back gives his number to the next.
        await runner.query<{ value: number }>(
          `insert into platform.serial as s (rule_code, scope, last_value) values ($1, $2, $3)
           on conflict (rule_code, scope) do update set last_value = s.last_value + $3 returning last_value as value`,
          [code, scope, count],
        )
      : await runner.query<{ value: number }>(
          `select coalesce(max(last_value), 0) + $3 as value from platform.serial where rule_code = $1 and scope = $2`,
          [code, scope, count],
        )
    const digits = Math.min(Math.max(Number(params.digits) || 4, 1), 12)
    const last = rows[0]?.value ?? count
    return Array.from(
      { length: count },
      (_, at) => `${prefix}${String(last - count + 1 + at).padStart(digits, '0')}`,
    )
  }

  return {
    async next(code, rows, session, client) {
      if (rows.length === 0) return []
      const rule = await ruleOf(client, code)
      return rule ? run(code, rule, rows, session, client, true) : rows.map(() => null)
    },
    async preview(code, row, session) {
      const rule = await ruleOf(readPool, code)
      if (!rule) throw badRequest('编码规则不存在')
      const [next = ''] = await run(code, rule, [row], session, readPool, false)
      return next
    },
  }
}

function paramsOf(json: string | null): Rule['params'] {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Rule['params']) : {}
  } catch {
    return {}
  }
}

function text(value: unknown, initial: string): string {
  return typeof value === 'string' ? value : initial
}

function stamp(time: Date, format: string): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return format
    .replace('YYYY', String(time.getFullYear()))
    .replace('MM', two(time.getMonth() + 1))
    .replace('DD', two(time.getDate()))
    .replace('HH', two(time.getHours()))
    .replace('mm', two(time.getMinutes()))
    .replace('ss', two(time.getSeconds()))
}
