import { createHash } from 'node:crypto'
import type { KeptItems } from '#schemas/api/dict.ts'
import type { DictOption } from '#schemas/page/form.ts'
import type { Connections } from '../../database/connection.ts'

/** Hashes of loaded items, which take a while where there are many. */
const versions = new WeakMap<object, string>()

/** Names the state of loaded items: the same text for the same items, in every process. */
export function versionOf(kept: ReadonlyMap<string, readonly DictOption[]>): string {
  let version = versions.get(kept)
  if (version === undefined) {
    version = createHash('sha256')
      .update(JSON.stringify(wireItems(kept)))
      .digest('base64url')
    versions.set(kept, version)
  }
  return version
}

/** Enabled items as the wire has them. */
export function wireItems(kept: ReadonlyMap<string, readonly DictOption[]>): KeptItems {
  const all: KeptItems = Object.create(null)
  for (const [code, options] of kept)
    all[code] = options
      .filter((option) => !option.disabled)
      .map(({ value, text, color }) => ({
        value: String(value),
        text,
        title: text,
        label: text,
        ...(color ? { color } : {}),
      }))
  return all
}

/** Items of all dictionaries together that a client is given to keep; what goes beyond is asked for by dictionary. */
export const MOST_KEPT_ITEMS = 5000

/** Dictionaries of the database as far as they are loaded. */
export interface LoadedItems {
  /** Those that clients keep, the smallest ones first: all of them where they fit. */
  kept: ReadonlyMap<string, DictOption[]>
  /** Codes of the others, which are loaded when they are asked for. */
  beyond: ReadonlySet<string>
}

interface ItemRow {
  dict_code: string
  item_value: string | null
  item_text: string
  item_color: string | null
  status: number
}

/** Loads the dictionaries that clients keep, with their items in order; disabled ones say so. */
export async function loadItems({ readPool }: Connections, most: number): Promise<LoadedItems> {
  const { rows } = await readPool.query<ItemRow & { fits: boolean }>(
    `with sized as (
       select d.id, d.dict_code, sum(coalesce(i.items, 0)) over (order by coalesce(i.items, 0), d.dict_code) <= $1 as fits
       from platform.sys_dict d
       left join (select dict_id, count(*) as items from platform.sys_dict_item group by dict_id) i on i.dict_id = d.id
       where d.del_flag = 0)
     select d.dict_code, d.fits, i.item_value, i.item_text, i.item_color, i.status
     from sized d left join platform.sys_dict_item i on i.dict_id = d.id and d.fits
     order by d.dict_code, i.sort_order, i.item_value`,
    [most],
  )
  const kept = new Map<string, DictOption[]>()
  const beyond = new Set<string>()
  for (const row of rows) {
    if (!row.fits) {
      beyond.add(row.dict_code)
      continue
    }
    const options = kept.get(row.dict_code) ?? []
    kept.set(row.dict_code, options)
    if (row.item_value !== null) options.push(optionOf(row, row.item_value))
  }
  return { kept, beyond }
}

/** Loads one dictionary. */
export async function loadItemsOf({ readPool }: Connections, code: string): Promise<DictOption[]> {
  const { rows } = await readPool.query<ItemRow & { item_value: string }>(
    `select i.item_value, i.item_text, i.item_color, i.status
     from platform.sys_dict d join platform.sys_dict_item i on i.dict_id = d.id
     where d.dict_code = $1 and d.del_flag = 0 order by i.sort_order, i.item_value`,
    [code],
  )
  return rows.map((row) => optionOf(row, row.item_value))
}

function optionOf(row: ItemRow, value: string): DictOption {
  return {
    value,
    text: row.item_text,
    ...(row.item_color ? { color: row.item_color } : {}),
    ...(row.status === 1 ? {} : { disabled: true }),
  }
}
