import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DictDocument } from '#schemas/page/dict.ts'
import type { Tables } from '../tables.ts'
import type { FolderDocument } from './document-folder.ts'
import { stableId } from './stable-id.ts'

/**
 * Brings dictionaries into line with their documents. A dictionary whose document did not change since it was loaded
 * is left alone, so that what administrators changed stays.
 */
export async function loadDictionaries(
  trx: Transaction<Tables>,
  documents: readonly FolderDocument<DictDocument>[],
): Promise<number> {
  const known = await trx.selectFrom('sys_dict').select(['dict_code', 'source_hash', 'id']).execute()
  const byCode = new Map(known.map((row) => [row.dict_code, row]))
  let loaded = 0
  for (const { document } of documents) {
    const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex')
    const before = byCode.get(document.code)
    if (before?.source_hash === hash) continue
    const id = before?.id ?? stableId('dict', document.code)
    const type = document.items.every((item) => typeof item.value === 'number') ? 1 : 0
    const head = {
      dict_name: document.title,
      description: document.description ?? null,
      type,
      source_hash: hash,
    }
    await trx
      .insertInto('sys_dict')
      .values({ id, dict_code: document.code, ...head })
      .onConflict((conflict) => conflict.column('dict_code').doUpdateSet(head))
      .execute()
    if (document.items.length > 0)
      await trx
        .insertInto('sys_dict_item')
        .values(
          document.items.map((item, index) => ({
            id: stableId('dict', document.code, String(item.value)),
            dict_id: id,
            item_text: item.text,
            item_value: String(item.value),
            item_color: item.color ?? null,
            sort_order: index + 1,
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
    loaded++
  }
  return loaded
}
