import { beforeEach, describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import type { UserRights } from '../permission/permission-data.ts'
import type { FormGrants, Session } from '../permission/session.ts'
import type { Connection } from './hub.ts'
import { createLiveRows } from './live-rows.ts'
import type { Push } from './push.ts'

const form = compileForm({
  kind: 'form',
  code: 'guest',
  title: '来宾',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '姓名', view: 'text', maxLength: 50 },
      phone: { type: 'string', title: '手机', view: 'text', maxLength: 20 },
      level: { type: 'string', title: '级别', view: 'text', maxLength: 20 },
    },
  },
  permissions: {
    columns: [
      { field: 'phone', control: 'visible' },
      { field: 'level', control: 'editable' },
    ],
    rows: [{ code: 'own', title: '本人', where: { field: 'name', rule: 'eq', val: 'x' } }],
  },
} as unknown as FormDocument)

describe('what a sender of live rows may say', () => {
  let pushed: Push[]
  let grants: FormGrants
  beforeEach(() => {
    pushed = []
    grants = { visible: new Set(), editable: new Set(), rows: new Set(), menuRules: [] }
  })

  async function say(type: string, data: object, isAdmin = false): Promise<Push[]> {
    const rights = {
      isAdmin,
      tenants: [1],
      permissions: new Set(['online:guest:edit']),
      forms: new Map([['guest', grants]]),
    }
    const rows = createLiveRows({
      sessions: { rights: async () => rights as unknown as UserRights },
      form: (name) => (name === 'guest' ? form : null),
      seesRow: async (_session, _form, id) => id === 'mine',
      push: async (push) => {
        pushed.push(push)
      },
    })
    const session = { tenantId: 1, ...rights } as unknown as Session
    await rows.receive({ id: 'c', session } as Connection, 'page', JSON.stringify({ type, data }))
    return pushed
  }
  const row = { id: 'mine', name: '甲', phone: '139', level: 'vip', create_by: 'admin', other: 1 }
  const rowOf = (push: Push | undefined) =>
    push?.to === 'tables' && push.message.type === 'update_vxe_table' ? push.message.data.args.row : null
  const change = (changed: object) => ({ socketKey: 'guest', args: { row: changed } })

  it('are columns that the sender may change', async () => {
    expect(rowOf((await say('update_vxe_table', change(row)))[0])).toEqual({ id: 'mine', name: '甲' })
    grants = { ...grants, visible: new Set(['phone']), editable: new Set(['level']) }
    expect(rowOf((await say('update_vxe_table', change(row))).at(-1))).toEqual({
      id: 'mine',
      name: '甲',
      phone: '139',
      level: 'vip',
    })
  })

  it('are rows that the sender may read', async () => {
    grants = { ...grants, rows: new Set(['own']) }
    expect(await say('update_vxe_table', change({ ...row, id: 'theirs' }))).toEqual([])
    expect(await say('update_vxe_table', change(row))).toHaveLength(1)
  })

  it('are events without content for whoever does not see everything', async () => {
    const event = { key: 'guest', args: { phone: '139' } }
    const argsOf = (push: Push | undefined) =>
      push?.to === 'tables' && push.message.type === 'common_send_date' ? push.message.data.args : undefined
    expect(argsOf((await say('common_send_date', event)).at(-1))).toBeNull()
    expect(argsOf((await say('common_send_date', event, true)).at(-1))).toEqual({ phone: '139' })
  })
})
