import { describe, expect, it } from 'vitest'
import { FORM_DESIGN, FORM_SYNC } from '#schemas/api/permission-codes.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { may, NOTHING, rowRule } from './may.ts'
import type { FormGrants, Session } from './session.ts'

function formOf(permissions: FormDocument['permissions'], more: Partial<FormDocument> = {}): CompiledForm {
  return compileForm({
    kind: 'form',
    code: 'booth',
    title: '展位',
    schema: { type: 'object', properties: { price: { type: 'string', title: '价格', view: 'text' } } },
    ...(permissions ? { permissions } : {}),
    ...more,
  })
}

function sessionWith(changes: Partial<Session> = {}, grants: Partial<FormGrants> = {}): Session {
  const none: FormGrants = { visible: new Set(), editable: new Set(), rows: new Set(), menuRules: [] }
  return {
    id: 's',
    userId: 'u',
    username: 'li',
    realname: '李',
    tenantId: 1,
    orgCode: 'A01',
    orgCodes: ['A01'],
    roleCodes: ['staff'],
    isAdmin: false,
    permissions: new Set(),
    forms: new Map([['booth', { ...none, ...grants }]]),
    rightsVersion: '1',
    ...changes,
  }
}
const holding = (...codes: string[]) => sessionWith({ permissions: new Set(codes) })
const stranger = sessionWith()
const admin = sessionWith({ isAdmin: true })

describe('an action of a form', () => {
  const form = formOf(undefined)

  it('needs its own code, and no other opens it', () => {
    expect(may(stranger, 'add', { form })).toEqual({ allowed: false, why: 'needs online:booth:add' })
    expect(may(holding('online:booth:add'), 'add', { form }).allowed).toBe(true)
    expect(may(holding('online:booth:edit'), 'add', { form }).allowed).toBe(false)
    expect(may(holding('online:other:add'), 'add', { form }).allowed).toBe(false)
  })

  it('is asked for under the document’s own prefix', () => {
    const other = formOf(undefined, { rights: 'system:booth' })
    expect(may(holding('system:booth:add'), 'add', { form: other }).allowed).toBe(true)
    expect(may(holding('online:booth:add'), 'add', { form: other }).allowed).toBe(false)
  })

  it('is open to everybody for the own messages, without a role', () => {
    for (const action of ['list', 'read', 'readAll'])
      expect(may(stranger, 'use', { permission: `system:message:${action}` }).allowed).toBe(true)
    expect(may(stranger, 'use', { permission: 'system:message:delete' }).allowed).toBe(false)
  })

  it('details come with the list, a batch delete with delete, a batch edit with edit, a copy with add', () => {
    expect(may(holding('online:booth:list'), 'detail', { form }).allowed).toBe(true)
    expect(may(holding('online:booth:detail'), 'detail', { form }).allowed).toBe(false)
    expect(may(holding('online:booth:delete'), 'batch_delete', { form }).allowed).toBe(true)
    expect(may(holding('online:booth:batch_delete'), 'batch_delete', { form }).allowed).toBe(false)
    expect(may(holding('online:booth:edit'), 'batch_edit', { form }).allowed).toBe(true)
    expect(may(holding('online:booth:list'), 'batch_edit', { form }).allowed).toBe(false)
    expect(may(holding('online:booth:add'), 'copy', { form }).allowed).toBe(true)
    expect(may(holding('online:booth:list'), 'copy', { form }).allowed).toBe(false)
  })

  it('is open to who holds every right of the tenant, and to who designs forms', () => {
    expect(may(admin, 'delete', { form }).allowed).toBe(true)
    expect(may(holding(FORM_DESIGN), 'delete', { form }).allowed).toBe(true)
  })

  it('a designer tries out forms and their built-in actions, nothing else', () => {
    const designer = holding(FORM_DESIGN)
    for (const code of ['list', 'add', 'edit', 'delete', 'import', 'export'])
      expect(may(designer, 'use', { permission: `online:booth:${code}` }).allowed).toBe(true)
    expect(may(designer, 'approve', { form }).allowed).toBe(false)
    expect(may(designer, 'use', { permission: 'system:user:list' }).allowed).toBe(false)
    expect(may(designer, 'use', { permission: 'x:online:booth:list' }).allowed).toBe(false)
    expect(may(designer, 'use', { permission: 'online:booth:listing' }).allowed).toBe(false)
  })
})

describe('what all tenants share', () => {
  it('is changed from the first tenant alone, also by its administrators', () => {
    const asked = { permission: FORM_SYNC }
    expect(may(admin, 'use', asked).allowed).toBe(true)
    expect(may({ ...admin, tenantId: 2 }, 'use', asked).allowed).toBe(false)
    expect(may(holding(FORM_SYNC), 'use', asked).allowed).toBe(true)
    expect(may({ ...holding(FORM_SYNC), tenantId: 2 }, 'use', asked).allowed).toBe(false)
    expect(may({ ...admin, tenantId: 2 }, 'use', { permission: 'system:user:list' }).allowed).toBe(true)
  })
})

describe('what belongs to the whole installation', () => {
  it.each(['monitor:list', 'setting:edit', 'backup:add', 'text:edit', 'tenant:list'])(
    'system:%s counts in the first tenant alone, also for its administrators',
    (right) => {
      const permission = `system:${right}`
      for (const session of [admin, holding(permission)]) {
        expect(may(session, 'use', { permission }).allowed).toBe(true)
        expect(may({ ...session, tenantId: 2 }, 'use', { permission }).allowed).toBe(false)
      }
    },
  )
})

describe('a session of a key', () => {
  const only = (session: Session, ...codes: string[]): Session => ({ ...session, only: new Set(codes) })
  const asked = { permission: 'system:user:list' }

  it('has no right that the key lacks, whatever its user holds', () => {
    for (const session of [admin, holding('system:user:list')]) {
      expect(may(only(session, 'system:user:add'), 'use', asked).allowed).toBe(false)
      expect(may(only(session, 'system:user:list'), 'use', asked).allowed).toBe(true)
    }
  })

  it('has no right that its user lacks', () => {
    expect(may(only(stranger, 'system:user:list'), 'use', asked).allowed).toBe(false)
  })
})

describe('a column', () => {
  const controlled = (control: 'visible' | 'editable') => formOf({ columns: [{ field: 'price', control }] })
  const ask = (session: Session, action: string, form: CompiledForm) =>
    may(session, action, { form, column: 'price' }).allowed

  it('that is not controlled is open', () => {
    expect(may(stranger, 'change', { form: formOf(undefined), column: 'price' })).toEqual({
      allowed: true,
      why: 'column price is not controlled',
    })
    const other = formOf({ columns: [{ field: 'other', control: 'visible' }] })
    expect(ask(stranger, 'see', other)).toBe(true)
  })

  it('under control is seen with a grant only, and what is not seen is not changed', () => {
    const form = controlled('visible')
    expect(ask(stranger, 'see', form)).toBe(false)
    expect(ask(stranger, 'change', form)).toBe(false)
    expect(ask(sessionWith({}, { editable: new Set(['price']) }), 'see', form)).toBe(false)
    const granted = sessionWith({}, { visible: new Set(['price']) })
    expect([ask(granted, 'see', form), ask(granted, 'change', form)]).toEqual([true, true])
    expect([ask(admin, 'see', form), ask(admin, 'change', form)]).toEqual([true, true])
  })

  it('whose change is under control is seen by all, and changed with a grant only', () => {
    const form = controlled('editable')
    expect([ask(stranger, 'see', form), ask(stranger, 'change', form)]).toEqual([true, false])
    expect(ask(sessionWith({}, { visible: new Set(['price']) }), 'change', form)).toBe(false)
    expect(ask(sessionWith({}, { editable: new Set(['price']) }), 'change', form)).toBe(true)
  })

  it('is asked of this form’s grants', () => {
    const elsewhere = sessionWith({
      forms: new Map([
        ['other', { visible: new Set(['price']), editable: new Set(), rows: new Set(), menuRules: [] }],
      ]),
    })
    expect(ask(elsewhere, 'see', controlled('visible'))).toBe(false)
  })
})

describe('the rows of a form', () => {
  const where = (val: string): Condition => ({ field: 'price', rule: 'eq', val })
  const rows = ['a', 'b'].map((code) => ({ code, title: code, where: where(code) }))
  const ruled = formOf({ rows })
  const granted = (...codes: string[]) => sessionWith({}, { rows: new Set(codes) })

  it('are all of the tenant’s where no rule narrows them, and for who holds every right', () => {
    expect(rowRule(stranger, formOf(undefined))).toBeNull()
    expect(rowRule({ ...admin, forms: granted('a').forms }, ruled)).toBeNull()
  })

  it('are none for who holds none of the rules, unless the document says all', () => {
    expect(rowRule(stranger, ruled)).toEqual(NOTHING)
    expect(NOTHING).toEqual({ field: 'id', rule: 'empty' })
    expect(rowRule(sessionWith({ forms: new Map() }), ruled)).toEqual(NOTHING)
    expect(rowRule(stranger, formOf({ rows, unruled: 'all' }))).toBeNull()
    expect(rowRule(granted('unknown'), ruled)).toEqual(NOTHING)
  })

  it('are widened by each rule that is held', () => {
    expect(rowRule(granted('a'), ruled)).toEqual(where('a'))
    expect(rowRule(granted('a', 'b'), ruled)).toEqual({ or: [where('a'), where('b')] })
  })

  it('are narrowed by the rules of menus, which open nothing', () => {
    const menuRules = [where('m'), where('n')]
    expect(rowRule(sessionWith({}, { menuRules: [where('m')] }), formOf(undefined))).toEqual(where('m'))
    expect(rowRule(sessionWith({}, { menuRules }), formOf(undefined))).toEqual({ and: menuRules })
    expect(rowRule(sessionWith({}, { rows: new Set(['a']), menuRules }), ruled)).toEqual({
      and: [...menuRules, where('a')],
    })
    expect(rowRule(sessionWith({}, { menuRules }), ruled)).toEqual(NOTHING)
  })
})
