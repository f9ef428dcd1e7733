import { CompiledQuery, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { CATEGORIES, CITIES, COMPANY_WORDS, GIVEN_NAMES, SURNAMES, TOPICS, TRADES } from './example-words.ts'
import { createRandom, type Random } from './random.ts'
import { stableId } from './stable-id.ts'
import { FIRST_TENANT } from './tenant.ts'

/** The seed of all example data: a fresh install looks the same everywhere. */
const SEED = 20_260_101
const USERS = 24
const EXPOS_PER_YEAR = 16
const COUNTS = {
  expo: 48,
  exhibition: 640,
  entry: 2600,
  intention: 700,
  mapping: 900,
  requirement: 420,
  signin: 1500,
  qrcode: 36,
}

type ExampleRow = Record<string, string | number | null>

/** Rows by table of the schema `data`, and colleagues for the user pickers. Pure. */
export interface ExampleData {
  tables: ReadonlyMap<string, readonly ExampleRow[]>
  users: readonly {
    id: string
    username: string
    realname: string
    phone: string
    sex: number
    depart: string
  }[]
  categories: readonly { id: string; pid: string; name: string; code: string; hasChild: string | null }[]
}

/** Makes the example data: exhibitions, exhibitors, people, intentions. */
export function makeExampleData(): ExampleData {
  const random = createRandom(SEED)
  const users = Array.from({ length: USERS }, (_, index) => ({
    id: stableId('example-user', String(index)),
    username: `user${String(index + 1).padStart(2, '0')}`,
    realname: personName(random),
    phone: phone(random),
    sex: random.between(1, 2),
    depart: random.pick(['A01A02A01', 'A01A02A02', 'A01A03', 'A01A04']),
  }))
  const names = ['staff', ...users.map((user) => user.username)]
  const owner = () => random.pick(names)
  const categoryRows = makeCategories()
  const leaves = categoryRows.filter((row) => row.pid !== '0')

  const expos = Array.from({ length: COUNTS.expo }, (_, index) => {
    const city = random.pick(CITIES)
    const year = 2024 + Math.floor(index / EXPOS_PER_YEAR)
    const start = day(year, random.between(1, 340))
    return system(random, 'expo', index, owner(), {
      expo_no: `EXPO${year}${String((index % EXPOS_PER_YEAR) + 1).padStart(4, '0')}`,
      name: `${year}${city.name}国际${TOPICS[index % TOPICS.length]}展览会`,
      status: year < 2026 ? '3' : random.pick(['0', '1', '1', '2', '4']),
      area: city.code,
      venue: city.venue,
      address: `${city.name}市展览路${random.between(1, 999)}号`,
      start_date: start,
      end_date: addDays(start, random.between(2, 5)),
      open_time: '09:00:00',
      organizer: stableId('depart', random.pick(['A01A02', 'A01A03', 'A01A04'])),
      owner: random.some(names, random.between(1, 2)).join(','),
      industry: random.some(['1', '2', '3', '4', '5', '6', '7', '8'], random.between(1, 3)).join(','),
      scale: random.between(8, 180) * 1000,
      ticket_price: random.pick([0, 30, 50, 80, 120]),
      is_public: random.chance(0.8) ? 'Y' : 'N',
      website: `https://expo${index + 1}.example.com`,
      remark: null,
    })
  })
  const companies = uniqueCompanies(random, COUNTS.exhibition)
  const exhibitions = companies.map((name, index) => {
    const fields = { expo: random.pick(expos), city: random.pick(CITIES) }
    return system(random, 'expo_exhibition', index, owner(), {
      name,
      expo_id: fields.expo.id ?? null,
      level: random.chance(0.15) ? 'vip' : 'normal',
      booth_no: `${random.pick([...'ABCDEFGH'])}${random.between(1, 12)}-${String(random.between(1, 80)).padStart(2, '0')}`,
      booth_area: random.pick([9, 18, 27, 36, 54, 72, 108]),
      category_id: random.pick(leaves).id ?? null,
      area: fields.city.code,
      phone: phone(random),
      email: `contact${index + 1}@example.com`,
      owner: owner(),
      sign_date: day(2025, random.between(1, 600)),
      fee: random.between(12, 400) * 1000,
      audit_status: random.pick(['0', '1', '1', '1', '2']),
      intro: `${name}专注${random.pick(TOPICS)}领域，提供产品与解决方案。`,
    })
  })
  const contacts = exhibitions.flatMap((exhibition, index) =>
    Array.from({ length: random.between(1, 3) }, (_, number) =>
      system(random, 'expo_contact', index * 10 + number, owner(), {
        exhibition_id: exhibition.id ?? null,
        name: personName(random),
        job: random.pick(['1', '2', '3', '4', '5']),
        phone: phone(random),
        age: random.between(22, 60),
        birthday: day(1970, random.between(0, 11_000)),
        colleague: owner(),
        is_main: number === 0 ? 'Y' : 'N',
      }),
    ),
  )
  const invoices = exhibitions
    .filter(() => random.chance(0.7))
    .map((exhibition, index) =>
      system(random, 'expo_invoice', index, owner(), {
        exhibition_id: exhibition.id ?? null,
        title: exhibition.name ?? null,
        tax_no: `91${String(random.between(10_000_000, 99_999_999))}MA${String(random.between(100_000, 999_999))}`,
        bank: random.pick(['中国工商银行', '中国建设银行', '招商银行', '中国银行']),
        account: `62${String(random.between(100_000_000, 999_999_999))}${String(random.between(1000, 9999))}`,
        invoice_type: random.pick(['1', '2']),
      }),
    )
  const entries = Array.from({ length: COUNTS.entry }, (_, index) => {
    const exhibition = random.pick(exhibitions)
    const leaf = random.pick(leaves)
    return system(random, 'expo_entry', index, owner(), {
      name: personName(random),
      sex: random.pick(['1', '2']),
      phone: phone(random),
      email: `visitor${index + 1}@example.com`,
      id_type: random.pick(['1', '1', '1', '2', '3']),
      id_no: `E${String(random.between(10_000_000, 99_999_999))}`,
      expo_id: exhibition.expo_id ?? null,
      company: exhibition.name ?? null,
      booth_no: exhibition.booth_no ?? null,
      interests: random.some(['1', '2', '3', '4', '5', '6', '7', '8'], random.between(1, 3)).join(','),
      root_category: leaf.pid ?? null,
      sub_category: leaf.id ?? null,
      arrive_at: `${day(2026, random.between(0, 330))} ${String(random.between(8, 17)).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}:00`,
      receiver: owner(),
      status: random.pick(['0', '1', '1', '2']),
    })
  })
  const intentions = Array.from({ length: COUNTS.intention }, (_, index) => {
    const exhibition = random.pick(exhibitions)
    return system(random, 'expo_intention', index, owner(), {
      title: `${random.pick(TOPICS)}${random.pick(['采购', '代理合作', '联合研发', '渠道拓展'])}意向`,
      kind: random.pick(['1', '2', '3', '4']),
      exhibition_id: exhibition.id ?? null,
      budget: random.between(5, 800),
      strength: random.between(1, 5),
      due_date: day(2026, random.between(0, 360)),
      owner: owner(),
      closed: random.chance(0.3) ? 'Y' : 'N',
    })
  })
  const pairs = new Set<string>()
  const mappings: ExampleRow[] = []
  while (mappings.length < COUNTS.mapping) {
    const entry = random.pick(entries).id
    const intention = random.pick(intentions).id
    if (pairs.has(`${entry} ${intention}`)) continue
    pairs.add(`${entry} ${intention}`)
    mappings.push(
      system(random, 'expo_entry_intention_mapping', mappings.length, owner(), {
        entry_id: entry ?? null,
        intention_id: intention ?? null,
        score: random.between(40, 100),
      }),
    )
  }
  const requirements = Array.from({ length: COUNTS.requirement }, (_, index) =>
    system(random, 'expo_requirement', index, owner(), {
      title: `采购${random.pick(leaves).name ?? ''}`,
      category_id: random.pick(leaves).id ?? null,
      quantity: random.between(1, 500),
      unit: random.pick(['台', '套', '件', '箱']),
      company: random.pick(companies),
      contact: personName(random),
      phone: phone(random),
      deadline: day(2026, random.between(0, 360)),
      urgent: random.pick(['1', '1', '2', '3']),
    }),
  )
  const signins = Array.from({ length: COUNTS.signin }, (_, index) =>
    system(random, 'expo_signin', index, owner(), {
      entry_id: random.pick(entries).id ?? null,
      gate: random.pick(['N', 'S', 'E', 'W']),
      signin_at: `${day(2026, random.between(0, 320))} ${String(random.between(8, 16)).padStart(2, '0')}:${String(random.between(0, 59)).padStart(2, '0')}:00`,
      operator: owner(),
    }),
  )
  const qrcodes = Array.from({ length: COUNTS.qrcode }, (_, index) => {
    const expo = expos[index % expos.length]
    const target = ['entry', 'questionnaire', 'requirement', 'signIn'][index % 4] ?? 'entry'
    return system(random, 'expo_qrcode', index, owner(), {
      name: `${expo?.name}-${['登记', '问卷', '需求', '签到'][index % 4]}`,
      target,
      expo_id: expo?.id ?? null,
      address: `https://expo.example.com/${target}?expo=${index + 1}`,
      valid_until: day(2026, random.between(200, 364)),
      enabled: random.chance(0.9) ? 'Y' : 'N',
    })
  })
  return {
    users,
    categories: makeCategoryDictionary(),
    tables: new Map<string, readonly ExampleRow[]>([
      ['expo_category', categoryRows],
      ['expo', expos],
      ['expo_exhibition', exhibitions],
      ['expo_contact', contacts],
      ['expo_invoice', invoices],
      ['expo_entry', entries],
      ['expo_intention', intentions],
      ['expo_entry_intention_mapping', mappings],
      ['expo_requirement', requirements],
      ['expo_signin', signins],
      ['expo_qrcode', qrcodes],
    ]),
  }
}

/** Writes the example data; one statement per table. Tables that do not exist (a removed document) are left out. */
export async function writeExampleData(trx: Transaction<Tables>, data: ExampleData): Promise<void> {
  const run = (text: string, values: unknown[]) =>
    trx.executeQuery<{ found: boolean }>(CompiledQuery.raw(text, values))
  await run(
    `insert into platform.sys_user (id, username, realname, phone, sex, org_code, create_by)
     select id, username, realname, phone, sex, depart, 'system'
     from jsonb_to_recordset($1::jsonb) as u(id text, username text, realname text, phone text, sex int, depart text)
     on conflict do nothing`,
    [JSON.stringify(data.users)],
  )
  await run(
    'insert into platform.sys_user_tenant select id, $2 from platform.sys_user where id = any($1) on conflict do nothing',
    [data.users.map((user) => user.id), FIRST_TENANT],
  )
  await run(
    `insert into platform.sys_user_depart (id, user_id, dep_id)
     select md5(u.id || d.id), u.id, d.id from platform.sys_user u join platform.sys_depart d on d.org_code = u.org_code
     where u.id = any($1) on conflict do nothing`,
    [data.users.map((user) => user.id)],
  )
  await run(
    `insert into platform.sys_category (id, pid, name, code, has_child, tenant_id, create_by)
     select id, pid, name, code, "hasChild", $2, 'system'
     from jsonb_to_recordset($1::jsonb) as c(id text, pid text, name text, code text, "hasChild" text)
     on conflict do nothing`,
    [JSON.stringify(data.categories), FIRST_TENANT],
  )
  for (const [table, rows] of data.tables) {
    const target = `data."${table}"`
    const { rows: exists } = await run('select to_regclass($1) is not null as found', [target])
    if (!exists[0]?.found) continue
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      .map((name) => `"${name}"`)
      .join(', ')
    await run(
      `insert into ${target} (${columns}) select ${columns} from jsonb_populate_recordset(null::${target}, $1::jsonb)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    )
  }
  // The numbers that the examples use are taken: the next exhibition of a year gets the one after.
  await run(
    `insert into platform.serial (rule_code, scope, last_value)
     select 'expo_no', $2 || ':' || left(no, -4), max(right(no, 4)::int) from unnest($1::text[]) as no group by 2
     on conflict do nothing`,
    [(data.tables.get('expo') ?? []).map((expo) => expo.expo_no), String(FIRST_TENANT)],
  )
}

function system(random: Random, table: string, index: number, creator: string, row: ExampleRow): ExampleRow {
  const created = `${day(2025, random.between(0, 650))} ${String(random.between(8, 19)).padStart(2, '0')}:${String(random.between(0, 59)).padStart(2, '0')}:${String(random.between(0, 59)).padStart(2, '0')}`
  return {
    id: stableId('example', table, String(index)),
    create_by: creator,
    create_time: created,
    sys_org_code: 'A01A02',
    _tenant: FIRST_TENANT,
    _version: 1,
    ...row,
  }
}

function makeCategories(): ExampleRow[] {
  const rows: ExampleRow[] = []
  const random = createRandom(SEED + 1)
  for (const [index, [name, children]] of Object.entries(CATEGORIES).entries()) {
    const code = `P${String(index + 1).padStart(2, '0')}`
    const parent = system(random, 'expo_category', index, 'admin', {
      pid: '0',
      name,
      code,
      sort_no: index + 1,
      enabled: 'Y',
      has_child: '1',
    })
    rows.push(parent)
    for (const [place, child] of children.entries())
      rows.push(
        system(random, 'expo_category', (index + 1) * 100 + place, 'admin', {
          pid: parent.id ?? null,
          name: child,
          code: `${code}${String(place + 1).padStart(2, '0')}`,
          sort_no: place + 1,
          enabled: 'Y',
          has_child: '0',
        }),
      )
  }
  return rows
}

/** The category dictionary that cat_tree fields offer. */
function makeCategoryDictionary(): ExampleData['categories'] {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    专业展: ['工业展', '消费品展', '服务业展'],
    综合展: ['进出口展', '区域博览会'],
    线上展: ['云展会', '直播专场'],
  }
  return Object.entries(kinds).flatMap(([name, children], index) => {
    const code = `B${String(index + 1).padStart(2, '0')}`
    const id = stableId('category', code)
    return [
      { id, pid: '0', name, code, hasChild: '1' },
      ...children.map((child, place) => {
        const childCode = `${code}A${String(place + 1).padStart(2, '0')}`
        return { id: stableId('category', childCode), pid: id, name: child, code: childCode, hasChild: null }
      }),
    ]
  })
}

function uniqueCompanies(random: Random, count: number): string[] {
  const names = new Set<string>()
  while (names.size < count)
    names.add(
      `${random.pick(CITIES).name}${random.pick(COMPANY_WORDS)}${random.chance(0.35) ? random.pick(COMPANY_WORDS) : ''}${random.pick(TRADES)}${random.pick(['有限公司', '股份有限公司', '集团有限公司'])}`,
    )
  return [...names]
}

function personName(random: Random): string {
  return random.pick(SURNAMES) + random.pick(GIVEN_NAMES)
}

/** Numbers of the form 138…: plausible, and assigned to no one. */
function phone(random: Random): string {
  return `1${random.pick(['38', '39', '50', '77', '86'])}${String(random.between(0, 99_999_999)).padStart(8, '0')}`
}

/** The day `offset` days after 1 January of a year. */
function day(year: number, offset: number): string {
  return new Date(Date.UTC(year, 0, 1 + offset)).toISOString().slice(0, 10)
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
