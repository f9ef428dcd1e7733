import type { PoolClient } from 'pg'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import type { Row } from '#schemas/compile/model.ts'
import { pushToAll } from '../../socket/push.ts'
import type { Documents } from '../document/documents.ts'
import type { Behaviour, Step } from '../online-form/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { DICTIONARIES_CHANNEL } from './item-cache.ts'

const DICT = 'sys_dict'
const ITEM = 'sys_dict_item'
const NUMBER_TYPE = 1

/**
 * What a change of dictionaries and their items does besides storing them: the codes that documents and files use stay, items
 * fit their dictionary, and every process and open browser forgets what it kept.
 */
export function dictRules(
  dictionaries: Pick<Dictionaries, 'forget'>,
  documents: Pick<Documents, 'entries'>,
): Behaviour {
  return {
    name: 'dictionaries',
    forms: [DICT, ITEM],

    async prepare(drafts, { client }) {
      for (const { view, row } of drafts)
        if (view.form.code === ITEM && (row.sortOrder ?? '') === '')
          row.sortOrder = await lastPlace(client, String(row.dictId ?? ''))
    },

    async check(drafts, { client }) {
      for (const [at, { view, id, row, stored }] of drafts.entries()) {
        const error =
          view.form.code === ITEM
            ? await itemProblem(client, row)
            : ((await takenCode(client, id, row)) ?? (await keptCode(client, documents, id, row, stored)))
        if (error) return [{ at, error }]
      }
      return []
    },

    async beforeRemove(rows) {
      for (const { form, row } of rows) {
        if (form.code !== DICT) continue
        const user = userOf(documents, String(row.dictCode))
        if (user) return `字典“${row.dictName}”被${user}使用，不能删除`
      }
      return null
    },

    async after(_changes, step) {
      await tellDictionaries(step, dictionaries)
    },
  }
}

/** Tells every process and open browser, with the commit, that dictionaries changed; the next call here knows of it already. */
export async function tellDictionaries(
  { client, notify, afterCommit }: Pick<Step, 'client' | 'notify' | 'afterCommit'>,
  dictionaries: Pick<Dictionaries, 'forget'>,
): Promise<void> {
  await notify(DICTIONARIES_CHANNEL, '')
  await pushToAll(client, { cmd: 'dicts' })
  afterCommit(dictionaries.forget)
}

/** The form field that offers a dictionary, as a sentence names it; null when there is none. */
function userOf(documents: Pick<Documents, 'entries'>, code: string): string | null {
  for (const { form } of documents.entries()) {
    const field = form?.fields.find((one) => {
      const source = choiceSource(one)
      return source !== null && 'kept' in source && source.kept === code
    })
    if (form && field) return `表单“${form.title}”的“${field.title}”`
  }
  return null
}

/** The place after the last item of a dictionary. */
async function lastPlace(client: PoolClient, dictId: string): Promise<number> {
  const { rows } = await client.query<{ place: number }>(
    'select coalesce(max(sort_order), 0) + 1 as place from platform.sys_dict_item where dict_id = $1',
    [dictId],
  )
  return rows[0]?.place ?? 1
}

async function itemProblem(client: PoolClient, row: Row) {
  const { rows } = await client.query<{ type: number }>(
    'select type from platform.sys_dict where id = $1 and del_flag = 0 for key share',
    [row.dictId],
  )
  const [dict] = rows
  if (!dict) return { field: 'dictId', message: '所属字典不存在' }
  return dict.type === NUMBER_TYPE && !/^-?\d+(\.\d+)?$/.test(String(row.itemValue ?? ''))
    ? { field: 'itemValue', message: '该字典的值应为数字' }
    : null
}

/** A code in the recycle bin is taken, too: the dictionary may come back. */
async function takenCode(client: PoolClient, id: string, row: Row) {
  const { rows } = await client.query<{ deleted: boolean }>(
    'select del_flag <> 0 as deleted from platform.sys_dict where dict_code = $1 and id <> $2',
    [row.dictCode, id],
  )
  return rows[0]?.deleted
    ? { field: 'dictCode', message: '该编码的字典在回收站中，请先还原或彻底删除' }
    : null
}

/** Documents and files name a dictionary by its code. */
async function keptCode(
  client: PoolClient,
  documents: Pick<Documents, 'entries'>,
  id: string,
  row: Row,
  stored: Row | null,
) {
  if (stored === null || stored.dictCode === row.dictCode) return null
  const user = userOf(documents, String(stored.dictCode))
  if (user) return { field: 'dictCode', message: `该字典被${user}使用，编码不能修改` }
  const { rows } = await client.query<{ shipped: boolean }>(
    'select source_hash is not null as shipped from platform.sys_dict where id = $1',
    [id],
  )
  return rows[0]?.shipped ? { field: 'dictCode', message: '来自文件的字典不能修改编码' } : null
}
