import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../../page/form.ts'
import { soundDocument } from '../check-document.ts'
import { compileForm } from '../compile-form.ts'
import type { References } from './references.ts'

const TABLES: References = {
  tables: new Map([['sys_position', { code: 'varchar(100)', name: 'varchar(100)', postRank: 'varchar(2)' }]]),
  shipped: true,
}
const property = { type: 'string', title: '名称', view: 'text', maxLength: 20 } as const
const document = (rest: object, properties: object = { name: property }) => ({
  kind: 'form',
  code: 'page',
  title: '页面',
  schema: { type: 'object', properties },
  ...rest,
})
const found = (rest: object, properties?: object, references = TABLES) => {
  const { document: sound, problems } = soundDocument(document(rest, properties), references)
  return { sound, said: problems.map(({ path, code, severity }) => `${severity} ${code} ${path}`) }
}

describe('the store of a document', () => {
  it('may be a table of the platform, in a document that ships with the product', () => {
    const { sound, said } = found({ store: { table: 'sys_position' } })
    expect(said).toEqual([])
    const form = compileForm(sound as FormDocument)
    expect(form).toMatchObject({
      table: null,
      tableName: 'sys_position',
      rights: 'online:page',
      stamps: { createTime: 'createTime' },
      list: { sort: [{ field: 'createTime', descending: true }] },
    })
  })

  it('leaves nothing of a document that names one without shipping with the product', () => {
    expect(found({ store: { table: 'sys_position' } }, undefined, { ...TABLES, shipped: false })).toEqual({
      sound: null,
      said: ['error platform-table /store/table'],
    })
  })

  it('leaves nothing of a document whose table is not there, and says what may be meant', () => {
    const { document: sound, problems } = soundDocument(document({ store: { table: 'sys_positon' } }), TABLES)
    expect(sound).toBeNull()
    expect(problems[0]?.suggestion).toContain('sys_position')
  })

  it('needs a column that fits for each stored property', () => {
    const { sound, said } = found(
      { store: { table: 'sys_position' } },
      {
        name: property,
        post_rank: property,
        code: { type: 'integer', title: '编码', view: 'number' },
        postRank: { ...property, maxLength: 3 },
        createTime: { ...property, view: 'datetime' },
        shown: { ...property, db: { persist: false } },
      },
    )
    expect(said.sort()).toEqual([
      'error column-type /schema/properties/code',
      'error column-type /schema/properties/postRank',
      'error unknown-column /schema/properties/post_rank',
    ])
    expect(Object.keys(sound?.schema.properties ?? {})).toEqual(['name', 'createTime', 'shown'])
  })

  it('keeps computed rows from being changed', () => {
    const { sound, said } = found({ store: { source: 'online-user' }, list: { actions: ['add', 'detail'] } })
    expect(said).toEqual(['error no-effect /list/actions'])
    expect(sound?.list?.actions).toEqual(['detail'])
    const edit = { code: 'edit', when: { field: 'name', rule: 'not_empty' } }
    expect(found({ store: { source: 'online-user' }, list: { actions: [edit, 'detail'] } })).toMatchObject({
      said: ['error no-effect /list/actions'],
      sound: { list: { actions: ['detail'] } },
    })
    const form = compileForm(document({ store: { source: 'online-user' } }) as unknown as FormDocument)
    expect(form.list).toMatchObject({ actions: ['detail', 'export'], sort: [] })
  })

  it('is a source that exists', () => {
    expect(found({ store: { source: 'online-users' } }).said).toHaveLength(1)
  })

  it('and a list from another address do not add and edit into a table that no list shows', () => {
    const url = { list: '/sys/user/list' }
    expect(found({ list: { url } }).said).toEqual(['error no-effect /list'])
    expect(found({ list: { url, actions: ['add', 'delete'] } })).toMatchObject({
      said: ['error no-effect /list/actions'],
      sound: { list: { actions: ['delete'] } },
    })
    expect(found({ list: { url, actions: ['detail', 'delete'] } }).said).toEqual([])
  })
})
