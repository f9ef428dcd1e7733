import type { PoolClient } from 'pg'

/** Characters of one level: a letter and two digits. */
const LEVEL_LENGTH = 3
const NUMBERS_PER_LETTER = 99
const LETTERS = 26

/** A tree whose nodes get codes that begin with the code above. */
export interface CodedTree {
  /** Table and column of the codes. */
  table: 'sys_depart' | 'sys_category'
  column: 'org_code' | 'code'
  /** Longest code that the column holds. */
  maxLength: number
  /** Name under which used numbers are counted. */
  rule: string
}

/** Departments. */
const DEPARTS: CodedTree = { table: 'sys_depart', column: 'org_code', maxLength: 64, rule: 'org_num_role' }

/** The part of an org code that a number among its siblings stands for: A01 … A99, B01 … Z99; null beyond. */
export function levelCode(number: number): string | null {
  const letter = Math.floor((number - 1) / NUMBERS_PER_LETTER)
  if (number < 1 || letter >= LETTERS) return null
  const digits = ((number - 1) % NUMBERS_PER_LETTER) + 1
  return `${String.fromCharCode(65 + letter)}${String(digits).padStart(2, '0')}`
}

/** The number that such a part stands for; 0 for anything else. */
export function levelNumber(code: string): number {
  const digits = /^[A-Z]\d\d$/.test(code) ? Number(code.slice(1)) : 0
  return digits === 0 ? 0 : (code.charCodeAt(0) - 65) * NUMBERS_PER_LETTER + digits
}

/** How many levels a code goes down. */
export function depthOf(code: string): number {
  return Math.ceil(code.length / LEVEL_LENGTH)
}

/** The next org code below a department, or at the top below `''`; null when there is none left. */
export async function nextOrgCode(
  client: PoolClient,
  tenantId: number,
  parentCode: string,
): Promise<string | null> {
  return nextTreeCode(client, DEPARTS, tenantId, parentCode)
}

/**
 * The next code below a node, or at the top below `''`; null when there is none left. A code is never given twice,
 * whether its node was deleted or moved: rights and records go by codes. Parallel calls wait for each other.
 */
export async function nextTreeCode(
  client: PoolClient,
  { table, column, maxLength, rule }: CodedTree,
  tenantId: number,
  parentCode: string,
): Promise<string | null> {
  const length = parentCode.length + LEVEL_LENGTH
  if (length > maxLength) return null
  const { rows } = await client.query<{ code: string }>(
    `select ${column} as code from platform.${table}
     where tenant_id = $1 and starts_with(${column}, $2) and length(${column}) = $3`,
    [tenantId, parentCode, length],
  )
  const highest = Math.max(0, ...rows.map(({ code }) => levelNumber(code.slice(parentCode.length))))
  const own = levelCode(await count(client, rule, tenantId, parentCode, highest, 1))
  return own && `${parentCode}${own}`
}

/** Notes that a code was given, before its department gets another one. */
export async function keepUsed(
  client: PoolClient,
  tenantId: number,
  code: string,
  { rule }: Pick<CodedTree, 'rule'> = DEPARTS,
): Promise<void> {
  const parentCode = code.slice(0, -LEVEL_LENGTH)
  await count(client, rule, tenantId, parentCode, levelNumber(code.slice(-LEVEL_LENGTH)), 0)
}

/** The last number given below a code, at least `known`, after `more` further ones were taken. */
async function count(
  client: PoolClient,
  rule: string,
  tenantId: number,
  parentCode: string,
  known: number,
  more: number,
): Promise<number> {
  const { rows } = await client.query<{ value: string }>(
    `insert into platform.serial as s (rule_code, scope, last_value) values ($1, $2, $3::bigint + $4::bigint)
     on conflict (rule_code, scope) do update set last_value = greatest(s.last_value, $3::bigint) + $4::bigint
     returning last_value as value`,
    [rule, `${tenantId}:${parentCode}`, known, more],
  )
  return Number(rows[0]?.value)
}
