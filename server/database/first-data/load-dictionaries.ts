import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DictDocument } from '#schemas/page/dict.ts'
import type { Tables } from '../tables.ts'
import { DEL_FLAG } from './del-flag.ts'
import type { FolderDocuments } from './document-folder.ts'
import { stableId } from './stable-id.ts'

interface Known {
  id: string
  dict_code: string
  source_hash: string | null
  del_flag: number
}

/** Entries written with one statement. */
const BATCH = 500

/**
 * Brings dictionaries into line with their documents. A dictionary whose document did not change since it was loaded
 * is left alone, so that what administrators changed stays.
 */
export async function loadDictionaries(
  trx: Transaction<Tables>,
  { sound, broken }: FolderDocuments<DictDocument>,
): Promise<number> {
  const known = await trx
    .selectFrom('sys_dict')
    .select(['dict_code', 'source_hash', 'id', 'del_flag'])
    .execute()
  const byCode = new Map(known.map((row) => [row.dict_code, row]))
  let changed = 0
  for (const { document } of sound) {
    // Other languages are kept beside the dictionary: translating it takes nothing back that was changed on the screen.
    const hash = createHash('sha256')
      .update(JSON.stringify({ ...document, texts: undefined }))
      .digest('hex')
    const before = byCode.get(document.code)
    const isBack = before?.del_flag === DEL_FLAG.withoutDocument
    if (before?.source_hash === hash && !isBack) continue
    if (before?.source_hash === hash) await flag(trx, before, DEL_FLAG.present)
    else await writeDictionary(trx, document, hash, before)
    changed++
  }
  const present = new Set(sound.map(({ document }) => document.code))
  for (const row of known) {
    if (row.source_hash === null || present.has(row.dict_code) || broken.has(row.dict_code)) continue
    if (row.del_flag !== DEL_FLAG.present) continue
    await withdraw(trx, row)
    changed++
  }
  return changed
}

async function writeDictionary(
  trx: Transaction<Tables>,
  document: DictDocument,
  hash: string,
  before: Known | undefined,
): Promise<void> {
  const id = before?.id ?? stableId('dict', document.code)
  const head = {
    dict_name: document.title,
    description: document.description ?? null,
    type: document.items.every((item) => typeof item.value === 'number') ? 1 : 0,
    source_hash: hash,
    ...(before?.del_flag === DEL_FLAG.withoutDocument ? { del_flag: DEL_FLAG.present } : {}),
  }
  await trx
    .insertInto('sys_dict')
    .values({ id, dict_code: document.code, ...head })
    .onConflict((conflict) => conflict.column('dict_code').doUpdateSet(head))
    .execute()
  await clearItems(trx, id, document)
  for (let at = 0; at < document.items.length; at += BATCH)
    await trx
      .insertInto('sys_dict_item')
      .values(
        document.items.slice(at, at + BATCH).map((item, index) => ({
          id: itemId(document.code, String(item.value)),
          dict_id: id,
          item_text: item.text,
          item_value: String(item.value),
          item_color: item.color ?? null,
          sort_order: at + index + 1,
          status: item.disabled ? 0 : 1,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['dict_id', 'item_value']).doUpdateSet((eb) => ({
          item_text: eb.ref('excluded.item_text'),
          item_color: eb.ref('excluded.item_color'),
          sort_order: eb.ref('excluded.sort_order'),
          status: eb.ref('excluded.status'),
        })),
      )
      .execute()
}

/** Takes out the entries that the document made and no longer has; entries of administrators stay. */
async function clearItems(
  trx: Transaction<Tables>,
  dictId: string,
  { code, items }: Pick<DictDocument, 'code' | 'items'>,
): Promise<void> {
  const wanted = new Map(items.map(({ value }) => [itemId(code, String(value)), String(value)]))
  const rows = await trx
    .selectFrom('sys_dict_item')
    .select(['id', 'item_value'])
    .where('dict_id', '=', dictId)
    .execute()
  const values = new Set(rows.map((row) => row.item_value))
  for (const row of rows) {
    const value = wanted.get(row.id)
    if (value === undefined) {
      // An entry whose value was changed since is no longer the document's.
      if (row.id === itemId(code, row.item_value))
        await trx.deleteFrom('sys_dict_item').where('id', '=', row.id).execute()
    } else if (value !== row.item_value && !values.has(value))
      // The document has changed, so it wins over a value that was changed by hand.
      await trx.updateTable('sys_dict_item').set({ item_value: value }).where('id', '=', row.id).execute()
  }
}

/** The document is gone. A dictionary that was there before its document goes back to the administrators. */
async function withdraw(trx: Transaction<Tables>, row: Known): Promise<void> {
  if (row.id === stableId('dict', row.dict_code)) return flag(trx, row, DEL_FLAG.withoutDocument)
  await clearItems(trx, row.id, { code: row.dict_code, items: [] })
  await trx.updateTable('sys_dict').set({ source_hash: null }).where('id', '=', row.id).execute()
}

async function flag(trx: Transaction<Tables>, { id }: Known, value: number): Promise<void> {
  await trx.updateTable('sys_dict').set({ del_flag: value }).where('id', '=', id).execute()
}

function itemId(code: string, value: string): string {
  return stableId('dict', code, value)
}
