import { inFile, type MutatedPart } from './mutant.ts'

/** What a session may do, and which rows it sees. */
export const permissionMutants: MutatedPart = {
  name: 'permission',
  tests: ['server/permission/may.test.ts', 'server/permission/shared-tables.test.ts'],
  mutants: inFile(
    'server/permission/may.ts',
    ["detail: 'list'", "detail: 'detail'"],
    ["copy: 'add'", "copy: 'list'"],
    ["batch_edit: 'edit'", "batch_edit: 'list'"],
    ["batch_delete: 'delete'", "batch_delete: 'list'"],
    ['`${resource.form.rights}:${asked}`', '`online:${resource.form.rights}:${asked}`'],
    ['(list|add|edit|delete|import|export|print)$/', '(list|add|edit|delete|import|export|print)/'],
    ['/^online:[^:]+:', '/online:[^:]+:'],
    ["rule: 'empty' }", "rule: 'not_empty' }"],
    [
      'if (!countsIn(session.tenantId, code))\n    return { allowed: false, why: `${code}',
      'if (!session.isAdmin && !countsIn(session.tenantId, code))\n    return { allowed: false, why: `${code}',
    ],
    ['!(PLATFORM_RIGHTS.has(code) ||', '!(!PLATFORM_RIGHTS.has(code) ||'],
    ['|| PLATFORM_PREFIXES.some((prefix) => code.startsWith(prefix))', ''],
    ["'system:backup:', ", ''],
    [
      'if (session.only && !session.only.has(code)) return',
      'if (session.only && !session.isAdmin && !session.only.has(code)) return',
    ],
    [
      "if (asked !== 'list' && !mayChangeShared(session, resource.form))",
      'if (!mayChangeShared(session, resource.form))',
    ],
    ["scope !== 'everyone' && scope !== 'platform'", "scope !== 'everyone'"],
    ["scope !== 'everyone' && scope !== 'platform'", "scope !== 'platform'"],
    ['if (!mayChangeShared(session, form)) throw', 'if (false) throw'],
    [
      "if (session.isAdmin) return { allowed: true, why: 'role admin' }\n  if (session.permissions",
      'if (session.permissions',
    ],
    [
      'if (session.permissions.has(code)) return { allowed: true',
      'if (session.permissions.size > 0) return { allowed: true',
    ],
    ['FORM_CODE.test(code) && session.permissions.has(FORM_DESIGN)', 'session.permissions.has(FORM_DESIGN)'],
    ['return { allowed: false, why: `needs ${code}` }', 'return { allowed: true, why: `needs ${code}` }'],
    ['if (session.isAdmin) return null', ''],
    ['grants.rows.has(rule.code)', 'grants.rows.size > 0'],
    ['{ or: granted }', '{ and: granted }'],
    ["else if (rows.length > 0 && unruled === 'none') return NOTHING", ''],
    ["rows.length > 0 && unruled === 'none'", "unruled === 'none'"],
    ["rows.length > 0 && unruled === 'none'", 'rows.length > 0'],
    ['{ and: all }', '{ or: all }'],
    ['const all: Condition[] = [...grants.menuRules]', 'const all: Condition[] = []'],
    [
      "entry.control === 'visible') && !grants.visible.has(name)",
      "entry.control === 'visible') && !grants.editable.has(name)",
    ],
    ["action === 'change' &&", "action === 'see' &&"],
    ['!grants.editable.has(name)', '!grants.visible.has(name)'],
    ['filter((entry) => entry.field === name)', 'filter(() => true)'],
  ),
}
