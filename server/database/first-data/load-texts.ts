import type { Transaction } from 'kysely'
import type { DictDocument } from '#schemas/page/dict.ts'
import type { MenuDocument } from '#schemas/page/menu.ts'
import { scopeOf } from '../../language.ts'
import type { Tables } from '../tables.ts'
import type { FolderDocument } from './document-folder.ts'

/** Names of the buttons that menus get for built-in actions. */
const BUTTON_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { 新增: 'Add', 编辑: 'Edit', 删除: 'Delete', 导入: 'Import', 导出: 'Export', 打印: 'Print' },
}
/** Rows written with one statement. */
const BATCH = 500

/** Takes up what dictionaries and menus are called in further languages; what was written on the screen stays. */
export async function loadTexts(
  trx: Transaction<Tables>,
  documents: readonly FolderDocument<DictDocument | MenuDocument>[],
): Promise<void> {
  const rows = new Map<
    string,
    { language: string; scope: string; source: string; text: string; origin: 'file' }
  >()
  const parts = [
    { scope: scopeOf.menu, texts: BUTTON_TEXTS },
    ...documents.map(({ document }) => ({
      scope: document.kind === 'dict' ? scopeOf.dict(document.code) : scopeOf.menu,
      texts: document.texts ?? {},
    })),
  ]
  for (const { scope, texts } of parts)
    for (const [language, words] of Object.entries(texts))
      for (const [source, text] of Object.entries(words ?? {}))
        rows.set(JSON.stringify([language, scope, source]), { language, scope, source, text, origin: 'file' })
  await trx.deleteFrom('sys_text').where('origin', '=', 'file').execute()
  const all = [...rows.values()]
  for (let at = 0; at < all.length; at += BATCH)
    await trx
      .insertInto('sys_text')
      .values(all.slice(at, at + BATCH))
      .execute()
}
