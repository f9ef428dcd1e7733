import { type Static, Type } from 'typebox'
import { scopeOf } from '../../../language.ts'
import { usableForm } from '../../online-form/index.ts'
import { byName } from '../differences.ts'
import { keptTexts, textsFor, textsOf, writeTexts } from '../kept-texts.ts'
import type { Part, PartContext, Take } from '../part.ts'

const strict = { additionalProperties: false } as const
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const item = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 100 }),
    text: Type.String({ minLength: 1, maxLength: 100 }),
    color: text(40),
    order: Type.Optional(Type.Integer()),
    disabled: Type.Optional(Type.Boolean()),
    description: text(255),
  },
  strict,
)
type Item = Static<typeof item>
const shape = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100 }),
    title: Type.String({ minLength: 1, maxLength: 100 }),
    numbers: Type.Optional(Type.Boolean()),
    description: text(255),
    items: Type.Array(item),
    texts: Type.Optional(keptTexts),
  },
  strict,
)
/** A dictionary with its items. */
type PackedDict = Static<typeof shape>

/** Kept dictionaries. Items that only this installation has stay: records may have their values. */
export const dictPart: Part<PackedDict> = {
  kind: 'dicts',
  title: '字典',
  shape,
  isShared: true,
  rights: { read: 'system:dict:list', take: ['system:dict:add', 'system:dict:edit'] },
  keyOf: ({ code }) => code,
  titleOf: ({ title, code }) => `${title}（${code}）`,
  size: ({ items }) => 1 + items.length,
  comparable: ({ items, ...dict }) => ({ ...dict, items: byName(items, ({ value }) => value) }),
  keeps: ([first, , third, fourth]) =>
    (first === 'items' && third === undefined) || (first === 'texts' && fourth === undefined),

  async names({ db }) {
    const { rows } = await db.query<{ key: string; title: string }>(
      `select dict_code as key, dict_name as title from platform.sys_dict where del_flag = 0 order by dict_code collate "C"`,
    )
    return rows
  },

  async read(context, keys) {
    const { rows } = await context.db.query<Omit<PackedDict, 'texts'>>(
      `select d.dict_code as code, d.dict_name as title, coalesce(d.type, 0) = 1 as numbers, d.description,
         coalesce((select jsonb_agg(jsonb_build_object('value', i.item_value, 'text', i.item_text, 'color', i.item_color,
           'order', i.sort_order, 'disabled', i.status = 0, 'description', i.description) order by i.item_value collate "C")
           from platform.sys_dict_item i where i.dict_id = d.id), '[]') as items
       from platform.sys_dict d where d.del_flag = 0 and ($1::text[] is null or d.dict_code = any($1::text[]))
       order by d.dict_code collate "C"`,
      [keys],
    )
    const texts = await textsOf(
      context,
      rows.map(({ code }) => scopeOf.dict(code)),
    )
    return rows.map((row) => {
      const words = new Set([row.title, ...row.items.map((one) => one.text)])
      const own = textsFor(texts.get(scopeOf.dict(row.code)), words)
      return tidy({ ...row, items: row.items.map(tidy), ...(own ? { texts: own } : {}) })
    })
  },

  async apply(entries, take) {
    for (const entry of entries) await take.at(dictPart.titleOf(entry), () => store(entry, take))
  },
}

/** Without what says nothing: no description, no colour, a switch that is off. */
function tidy<T extends object>(entry: T): T {
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== null && value !== '' && value !== false),
  ) as T
}

async function store(entry: PackedDict, take: Take): Promise<void> {
  const { together, context } = take
  const { form } = usableForm(context.documents, 'sys_dict')
  const [here] = await dictPart.read(context, [entry.code])
  const head = {
    dictName: entry.title,
    type: entry.numbers ? 1 : 0,
    description: entry.description ?? null,
  }
  const known = await dictId(context, entry.code)
  const isSame =
    here?.title === entry.title &&
    here.numbers === entry.numbers &&
    (here.description ?? null) === head.description
  let id = known
  if (id === null) id = await together.insert(form, { ...head, dictCode: entry.code })
  else if (!isSame) await together.update(form, { id, ...head })
  await storeItems(id, entry.items, here?.items ?? [], take)
  await writeTexts(take, scopeOf.dict(entry.code), entry.texts)
}

async function storeItems(
  dictId: string,
  items: readonly Item[],
  here: readonly Item[],
  { together, context }: Take,
): Promise<void> {
  const { form } = usableForm(context.documents, 'sys_dict_item')
  const before = new Map(here.map((one) => [one.value, JSON.stringify(sorted(one))]))
  const { rows } = await context.db.query<{ id: string; value: string }>(
    'select id, item_value as value from platform.sys_dict_item where dict_id = $1',
    [dictId],
  )
  const ids = new Map(rows.map(({ id, value }) => [value, id]))
  for (const one of items) {
    if (before.get(one.value) === JSON.stringify(sorted(one))) continue
    const id = ids.get(one.value)
    const row = {
      dictId,
      itemValue: one.value,
      itemText: one.text,
      itemColor: one.color ?? null,
      sortOrder: one.order ?? null,
      status: one.disabled ? 0 : 1,
      description: one.description ?? null,
    }
    if (id === undefined) await together.insert(form, row)
    else await together.update(form, { id, ...row })
  }
}

const sorted = (one: Item) => Object.entries(tidy(one)).sort(([a], [b]) => (a < b ? -1 : 1))

async function dictId({ db }: PartContext, code: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'select id from platform.sys_dict where dict_code = $1 and del_flag = 0',
    [code],
  )
  return rows[0]?.id ?? null
}
