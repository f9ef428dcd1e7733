import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Language } from '#schemas/text/text.ts'
import type { Tables } from '../../database/tables.ts'

/** Where processes tell each other that texts changed. */
export const TEXTS_CHANGED = 'texts_changed'

/** Where a text stands that can be shown in other languages. */
export interface TextPlace {
  scope: string
  /** Name of the document, dictionary or menu. */
  title: string
  source: string
}

/** All translations, those written last at the end. */
export function keptRows(read: Kysely<Tables>) {
  return read
    .selectFrom('sys_text')
    .select(['language', 'scope', 'source', 'text', 'origin', 'update_time'])
    .orderBy('update_time')
    .execute()
}

/** Texts of dictionaries and menus as they are now: administrators change them on their screens. */
export async function storedTexts(readPool: Pool): Promise<TextPlace[]> {
  const { rows } = await readPool.query<TextPlace>(
    `select distinct 'dict:' || d.dict_code as scope, d.dict_name as title, t.source
     from platform.sys_dict d left join platform.sys_dict_item i on i.dict_id = d.id
     cross join lateral (values (d.dict_name), (i.item_text)) t(source)
     where d.del_flag = 0 and t.source ~ '[一-龥]'
     union
     select distinct 'menu', '菜单', name from platform.sys_permission where del_flag = 0 and name ~ '[一-龥]'
     order by 1, 3`,
  )
  return rows
}

/** Writes translations from the screen, takes back those that are empty, and tells the other processes. */
export async function writeWords(
  write: Kysely<Tables>,
  language: Language,
  words: readonly { scope: string; source: string; text: string }[],
  by: string,
): Promise<void> {
  await write.transaction().execute(async (trx) => {
    for (const { scope, source, text } of words)
      if (text === '')
        await trx
          .deleteFrom('sys_text')
          .where('language', '=', language)
          .where('scope', '=', scope)
          .where('source', '=', source)
          .where('origin', '=', 'screen')
          .execute()
      else
        await trx
          .insertInto('sys_text')
          .values({ language, scope, source, text, origin: 'screen', update_by: by })
          .onConflict((conflict) =>
            conflict
              .columns(['language', 'scope', 'source', 'origin'])
              .doUpdateSet({ text, update_by: by, update_time: sql`localtimestamp` }),
          )
          .execute()
    await sql`select pg_notify(${TEXTS_CHANGED}, '')`.execute(trx)
  })
}

/** Keeps the language that a user reads in. */
export async function keepLanguage(write: Kysely<Tables>, userId: string, language: Language): Promise<void> {
  await write.updateTable('sys_user').set({ language }).where('id', '=', userId).execute()
}
