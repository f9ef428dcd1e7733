import { type Raw, rawDict, rawEntry, rawMenu } from './definitions.ts'
import { ODD_VALUES } from './mutations.ts'
import type { Random } from './random.ts'

/** A strange dictionary or menu. */
export interface StrangeDefinition {
  name: string
  definition: unknown
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 60)
}

/** Dictionaries with anything in any column; each has a code of its own where it has one. */
export function strangeDicts(random: Random, chosen: number): StrangeDefinition[] {
  let number = 0
  const next = () => rawDict(`strange_dict_${++number}`) as { head: Raw; sys_dict_item: Raw[] }
  const cases: StrangeDefinition[] = []
  const add = (name: string, definition: unknown) => cases.push({ name, definition })
  for (const value of ODD_VALUES) {
    for (const column of ['item_value', 'item_text', 'sort_order', 'item_color', 'status']) {
      const dict = next()
      for (const row of dict.sys_dict_item.slice(1)) row[column] = value
      add(`dictionary with ${column} ${shown(value)}`, dict)
    }
    const head = next()
    Object.assign(head.head, { dict_name: value, description: value })
    add(`dictionary called ${shown(value)}`, head)
  }
  for (const items of [[], null, {}, 'a', [null, 5, {}], undefined])
    add(`items ${shown(items)}`, { ...next(), sys_dict_item: items })
  for (const head of [
    null,
    {},
    'x',
    [],
    { dict_code: null },
    { dict_code: '字典' },
    { dict_code: 'x'.repeat(300) },
    { dict_code: "a'; --" },
  ])
    add(`head ${shown(head)}`, { ...next(), head })
  const many = next()
  many.sys_dict_item = Array.from({ length: 3000 }, (_, at) => ({
    item_value: at,
    item_text: `第${at}项`,
    item_color: '#ff00aa',
  }))
  add('3000 numbers with colours', many)
  for (let count = 0; count < chosen; count += 1) {
    const dict = next()
    const row = random.pick([dict.head, ...dict.sys_dict_item])
    const column = random.pick(Object.keys(row))
    row[column] = structuredClone(random.pick(ODD_VALUES))
    add(`chosen ${count + 1}: ${column}=${shown(row[column])}`, dict)
  }
  return cases
}

/** Menus with anything in any column. */
export function strangeMenus(random: Random, chosen: number): StrangeDefinition[] {
  let number = 0
  const next = () => rawMenu(`sm${++number}`)
  const cases: StrangeDefinition[] = []
  const add = (name: string, definition: unknown) => cases.push({ name, definition })
  const columns = [
    'id',
    'name',
    'url',
    'component',
    'menu_type',
    'perms',
    'sort_no',
    'status',
    'hidden',
    'icon',
    'children',
    'data_rules',
    'del_flag',
  ]
  for (const value of ODD_VALUES)
    for (const column of columns) {
      const menu = next()
      Object.assign(random.pick(menu.menu.children), { [column]: structuredClone(value) })
      add(`entry with ${column} ${shown(value)}`, menu)
    }
  const same = next()
  for (const entry of same.menu.children) entry.id = 'same'
  add('equal identities', same)
  const paths = next()
  paths.menu.children.push(...paths.menu.children.map((entry) => ({ ...entry, id: null })))
  add('equal paths without identity', paths)
  const rules = next()
  rules.menu.children.push(
    rawEntry('rules', {
      data_rules: [
        { rule_name: '一', rule_column: 'createBy', rule_conditions: '=', rule_value: '#{sys_user_code}' },
        {
          rule_name: '一',
          rule_column: 'x',
          rule_conditions: 'USE_SQL_RULES',
          rule_value: "1=1 or ''=''; --",
        },
        { rule_name: 'x'.repeat(300), rule_conditions: {}, rule_value: [] },
        null,
      ],
    }),
  )
  add('data rules of all sorts', rules)
  let deep: Raw = rawEntry('deep0')
  for (let level = 1; level < 60; level += 1) deep = rawEntry(`deep${level}`, { children: [deep] })
  add('sixty levels', { menu: deep })
  const wide = next()
  wide.menu.children = Array.from({ length: 2000 }, (_, at) =>
    rawEntry(`wide${at}`, { menu_type: at % 3 === 0 ? 2 : 1, perms: `w:${at}` }),
  )
  add('2000 entries', wide)
  for (let count = 0; count < chosen; count += 1) {
    const menu = next()
    const row = random.pick([menu.menu, ...menu.menu.children])
    const column = random.pick(Object.keys(row))
    row[column] = structuredClone(random.pick(ODD_VALUES))
    add(`chosen ${count + 1}: ${column}=${shown(row[column])}`, menu)
  }
  return cases
}

/** A flat list of rows as the table holds them: 2000 entries, two of them each other's parents, some without parents. */
export function flatMenuRows(): Raw[] {
  const rows = Array.from({ length: 2000 }, (_, at) =>
    rawEntry(`flat${at}`, { parent_id: at === 0 ? null : `flat${Math.floor((at - 1) / 20)}` }),
  )
  return [
    ...rows,
    rawEntry('round1', { parent_id: 'round2' }),
    rawEntry('round2', { parent_id: 'round1' }),
    rawEntry('own', { parent_id: 'own' }),
    rawEntry('orphan', { parent_id: 'nobody' }),
  ]
}
