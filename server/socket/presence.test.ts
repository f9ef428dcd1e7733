import { beforeEach, describe, expect, it } from 'vitest'
import type { Place } from '#schemas/api/presence.ts'
import { parsePlace } from '#schemas/api/presence.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import type { FormGrants, Session } from '../permission/session.ts'
import type { Connection } from './hub.ts'
import { createPresence } from './presence.ts'
import type { Push } from './push.ts'

const own = { code: 'own', title: '本人', where: { field: 'name', rule: 'eq', val: 'x' } }
const text = (title: string) => ({ type: 'string', title, view: 'text', maxLength: 20 })
const documentOf = (code: string, more: object) =>
  compileForm({ kind: 'form', code, title: code, ...more } as unknown as FormDocument)
const forms = new Map([
  [
    'visit',
    documentOf('visit', {
      schema: { type: 'object', properties: { name: text('名称') } },
      subTables: [{ code: 'guest', foreignKey: 'visit_id', relation: 'many' }],
      permissions: { rows: [own] },
    }),
  ],
  [
    'guest',
    documentOf('guest', {
      schema: {
        type: 'object',
        properties: { name: text('姓名'), phone: text('手机'), visit_id: text('拜访') },
      },
      permissions: { columns: [{ field: 'phone', control: 'visible' }], rows: [own] },
    }),
  ],
])
const NO_GRANTS: FormGrants = { visible: new Set(), editable: new Set(), rows: new Set(), menuRules: [] }

describe('what is told of somebody in a record', () => {
  let grants: Record<string, FormGrants>
  let rows: Set<string>
  let permissions: string[]
  let pushed: Push[]
  beforeEach(() => {
    grants = {}
    rows = new Set(['visit 1', 'guest 7'])
    permissions = ['online:visit:list']
    pushed = []
  })

  function reader() {
    const presence = createPresence({
      form: (name) => forms.get(name) ?? null,
      current: async () =>
        ({
          tenantId: 1,
          isAdmin: false,
          permissions: new Set(permissions),
          forms: new Map(Object.entries(grants)),
        }) as unknown as Session,
      seesRow: async (_session, { code }, id) => rows.has(`${code} ${id}`),
      push: async (push) => {
        pushed.push(push)
      },
    })
    const connection = {
      id: 'c',
      page: 'p',
      session: { tenantId: 1, realname: '甲' },
      socketKeys: new Set(),
      places: new Map(),
    } as unknown as Connection
    const hears = async (place: Place | null) => {
      const told = {
        to: 'presence',
        tenantId: 1,
        room: 'visit:1',
        from: 'o',
        senderId: 'q',
        name: '乙',
      } as const
      const said = await presence.text(connection, { ...told, place, isHere: true, asks: false })
      return said && JSON.parse(said).data.place
    }
    return { presence, connection, hears }
  }
  const place = { sub: 'guest', row: '7', field: 'name', isEditing: true }

  it('is the cell, where the reader may see row and column', async () => {
    const { hears } = reader()
    expect(await hears(place)).toEqual(place)
    expect(await hears({ ...place, field: 'phone' })).toEqual({ ...place, field: null })
    grants = { guest: { ...NO_GRANTS, visible: new Set(['phone']) } }
    expect(await hears({ ...place, field: 'phone' })).toEqual({ ...place, field: 'phone' })
    expect(await hears({ ...place, field: 'made_up' })).toMatchObject({ field: null })
    expect(await hears({ ...place, sub: 'visit' })).toBeNull()
  })

  it('names no row that a rule keeps from the reader, and no record', async () => {
    const { hears } = reader()
    grants = { guest: { ...NO_GRANTS, rows: new Set(['own']) } }
    expect(await hears({ ...place, row: '8' })).toEqual({ ...place, row: null, field: null })
    expect(await hears(place)).toEqual(place)
    grants = { visit: { ...NO_GRANTS, rows: new Set(['own']) } }
    expect(await hears(place)).toEqual(place)
    // Another has changed the record: it is none of the reader's any more.
    rows.delete('visit 1')
    expect(await hears(place)).toBeNull()
  })

  it('is nothing for whoever lost the right to the form, nor may they tell anything', async () => {
    const { presence, connection, hears } = reader()
    expect(await presence.admitted(connection, ['visit', 'visit:1', 'visit:2'])).toEqual(
      new Set(['visit', 'visit:1']),
    )
    await presence.join(connection, new Set(['visit:1']))
    await presence.place(connection, 'visit:1', place)
    expect(pushed).toHaveLength(2)
    permissions = []
    expect(await hears(place)).toBeNull()
    await presence.place(connection, 'visit:1', place)
    expect(pushed).toHaveLength(2)
    expect(await presence.admitted(connection, ['visit:1'])).toEqual(new Set())
  })

  it('is told again with every heartbeat, and once that the page has gone', async () => {
    const { presence, connection } = reader()
    for (const keys of [['visit:1'], ['visit:1'], [], []]) await presence.join(connection, new Set(keys))
    expect(pushed).toMatchObject([
      { isHere: true, asks: true },
      { isHere: true, asks: false },
      { isHere: false },
    ])
    expect(pushed).toHaveLength(3)
  })
})

it('takes of a place only what is one', () => {
  expect(parsePlace({ sub: 'guest', row: 7, field: 'x'.repeat(101), isEditing: 'yes', more: 1 })).toEqual({
    sub: 'guest',
    row: null,
    field: null,
    isEditing: false,
  })
  for (const odd of [null, 'guest', {}, { sub: '' }, []]) expect(parsePlace(odd)).toBeNull()
})
