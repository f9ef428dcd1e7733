import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createFormWriter } from '../modules/online-form/write/writer.ts'
import { may } from './may.ts'
import type { Session } from './session.ts'

const sessionOf = (tenantId: number): Session => ({
  id: 's',
  userId: 'u',
  username: 'zhang',
  realname: '张三',
  tenantId,
  orgCode: '',
  orgCodes: [],
  roleCodes: ['admin'],
  isAdmin: true,
  permissions: new Set(['system:rule:edit']),
  forms: new Map(),
  rightsVersion: '1',
})

function formOf(table: string): CompiledForm {
  const document: FormDocument = {
    kind: 'form',
    code: 'rule',
    title: '规则',
    store: { table },
    rights: 'system:rule',
    schema: { type: 'object', properties: { ruleName: { type: 'string', title: '名称', view: 'text' } } },
  }
  return compileForm(document)
}

/** A database that must not be asked. */
const unasked = {
  connect: () => {
    throw new Error('the database was asked')
  },
} as unknown as Pool

const writerOver = (form: CompiledForm) =>
  createFormWriter({
    pool: unasked,
    documents: { resolve: () => form } as never,
    changes: { bump: () => {}, counter: () => null } as never,
    behaviours: [],
    log: { info: () => undefined },
  })

it.each(['sys_dict', 'sys_dict_item', 'sys_fill_rule', 'sys_check_rule'])(
  'rows of %s, which all tenants share, are changed in the first tenant alone',
  async (table) => {
    const form = formOf(table)
    for (const action of ['add', 'edit', 'delete', 'batch_delete', 'import', 'freeze']) {
      expect(may(sessionOf(2), action, { form }).allowed, action).toBe(false)
      expect(may(sessionOf(1), action, { form }).allowed, action).toBe(true)
    }
    // Reading them is what every page does.
    expect(may(sessionOf(2), 'list', { form }).allowed).toBe(true)
    expect(may(sessionOf(2), 'detail', { form }).allowed).toBe(true)

    // Whatever call comes to the writer.
    const writer = writerOver(form)
    const context = { session: sessionOf(2), requestId: 'r' }
    const asked = { code: 'freeze', ids: ['a'], asked: null, computed: async () => [] }
    const refused = { refusal: 'FORBIDDEN', message: expect.stringContaining('共用') }
    await expect(writer.insert(form, { ruleName: 'x' }, context)).rejects.toMatchObject(refused)
    await expect(writer.update(form, { id: 'a', ruleName: 'x' }, context)).rejects.toMatchObject(refused)
    await expect(writer.remove(form, ['a'], context)).rejects.toMatchObject(refused)
    await expect(writer.act(form, asked, context, async () => '')).rejects.toMatchObject(refused)
    const allowed = writer.insert(form, { ruleName: 'x' }, { session: sessionOf(1), requestId: 'r' })
    await expect(allowed).rejects.toThrow('the database was asked')
  },
)

it('the tenants themselves are changed in the first tenant alone', () => {
  const form = formOf('sys_tenant')
  for (const action of ['add', 'edit', 'delete']) {
    expect(may(sessionOf(2), action, { form }).allowed, action).toBe(false)
    expect(may(sessionOf(1), action, { form }).allowed, action).toBe(true)
  }
})

it('rows that a tenant has for itself are its own affair', () => {
  for (const table of ['sys_position', 'sys_role', 'sys_depart', 'sys_category'])
    expect(may(sessionOf(2), 'edit', { form: formOf(table) }).allowed, table).toBe(true)
})
