import { scopeOf } from '../../language.ts'
import { usableForm } from '../online-form/index.ts'
import { markOf } from './differences.ts'
import { writeTexts } from './kept-texts.ts'
import { BUTTON } from './menu-tree.ts'
import { MissingEntry } from './missing-entry.ts'
import { codeOf, menuKey, type PackedMenu, rowOf } from './packed-menu.ts'
import type { Take } from './part.ts'

/** Stores an entry with its buttons, data rules and texts; `ids` are those of the menu by key, and learn of a new one. */
export async function storeMenu(
  entry: PackedMenu,
  here: PackedMenu | null,
  ids: Map<string, string>,
  take: Take,
): Promise<void> {
  const { together, context } = take
  const { form } = usableForm(context.documents, 'sys_permission')
  const key = menuKey(entry)
  const row = { ...rowOf(entry), parentId: idOfParent(entry, ids) }
  let id = ids.get(key)
  if (id === undefined) {
    id = await together.insert(form, row)
    ids.set(key, id)
  } else if (markOf(own(entry)) !== markOf(own(here)))
    await together.update(form, { id, ...row, urlConfirmed: 'Y' })
  await storeButtons(id, entry, here, take)
  await storeRules(id, entry, here, take)
  await writeTexts(take, scopeOf.menu, entry.texts)
}

/** What of an entry stands in its own row. */
function own(entry: PackedMenu | null): object | null {
  if (entry === null) return null
  const { buttons: _buttons, dataRules: _rules, texts: _texts, ...rest } = entry
  return rest
}

function idOfParent({ parent }: PackedMenu, ids: ReadonlyMap<string, string>): string | null {
  if (parent === undefined) return null
  const id = ids.get(parent)
  if (id === undefined) throw new MissingEntry(`上级菜单“${parent}”不在本系统中，请一并导入`)
  return id
}

async function storeButtons(
  menuId: string,
  entry: PackedMenu,
  here: PackedMenu | null,
  { together, context }: Take,
): Promise<void> {
  const { form } = usableForm(context.documents, 'sys_permission')
  const before = new Map((here?.buttons ?? []).map((one) => [codeOf(one), markOf(one)]))
  const { rows } = await context.db.query<{ id: string; code: string }>(
    `select id, coalesce(nullif(perms, ''), name) as code from platform.sys_permission
     where parent_id = $1 and menu_type = ${BUTTON} and del_flag = 0`,
    [menuId],
  )
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  for (const one of entry.buttons ?? []) {
    if (before.get(codeOf(one)) === markOf(one)) continue
    const row = {
      menuType: BUTTON,
      parentId: menuId,
      name: one.title,
      perms: one.permission ?? null,
      sortNo: one.order ?? null,
      permsType: one.permsType ?? '1',
      status: one.status ?? '1',
      description: one.description ?? null,
    }
    const id = ids.get(codeOf(one))
    if (id === undefined) await together.insert(form, row)
    else await together.update(form, { id, ...row })
  }
}

async function storeRules(
  menuId: string,
  entry: PackedMenu,
  here: PackedMenu | null,
  { together, context }: Take,
): Promise<void> {
  const { form } = usableForm(context.documents, 'sys_permission_data_rule')
  const before = new Map((here?.dataRules ?? []).map((one) => [one.title, markOf(one)]))
  const { rows } = await context.db.query<{ id: string; title: string }>(
    'select id, rule_name as title from platform.sys_permission_data_rule where permission_id = $1',
    [menuId],
  )
  const ids = new Map(rows.map(({ id, title }) => [title, id]))
  for (const one of entry.dataRules ?? []) {
    if (before.get(one.title) === markOf(one)) continue
    const row = {
      permissionId: menuId,
      ruleName: one.title,
      ruleColumn: one.field,
      ruleConditions: one.condition,
      ruleValue: one.value,
      status: one.disabled ? '0' : '1',
    }
    const id = ids.get(one.title)
    if (id === undefined) await together.insert(form, row)
    else await together.update(form, { id, ...row })
  }
}
