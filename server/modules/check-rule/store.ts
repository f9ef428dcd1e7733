import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** The parts of a kept rule, as the text that was stored; null for an unknown code. Rules are the same for every tenant. */
export async function ruleText(read: Kysely<Tables>, code: string): Promise<string | null> {
  const rule = await read
    .selectFrom('sys_check_rule')
    .select('rule_json')
    .where('rule_code', '=', code)
    .executeTakeFirst()
  return rule?.rule_json ?? null
}
