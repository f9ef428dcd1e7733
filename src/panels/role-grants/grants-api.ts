import type { Envelope } from '#schemas/api/envelope.ts'
import type { PermissionTree, RoleDataRules, RoleFormGrants } from '#schemas/api/role-grant.ts'
import { type Http, resultOf } from '../../api/http.ts'

/** The calls of the grant panel. */
export interface GrantsApi {
  tree(signal: AbortSignal): Promise<PermissionTree>
  held(roleId: string, signal: AbortSignal): Promise<string[]>
  save(roleId: string, shown: readonly string[], wanted: readonly string[]): Promise<void>
  dataRules(roleId: string, permissionId: string, signal: AbortSignal): Promise<RoleDataRules | null>
  saveDataRules(roleId: string, permissionId: string, ruleIds: readonly string[]): Promise<void>
  formGrants(roleId: string, form: string, signal: AbortSignal): Promise<RoleFormGrants>
  saveFormGrants(
    roleId: string,
    form: string,
    last: readonly string[],
    granted: readonly string[],
  ): Promise<void>
}

/** The calls over HTTP, as the wire spells them. */
export function grantsApi(http: Http): GrantsApi {
  const get = async <T>(path: string, params: Record<string, string>, signal: AbortSignal) =>
    resultOf(await http.get<Envelope<T>>(path, params, { signal }))
  const post = async (path: string, body: object) =>
    void resultOf(await http.post<Envelope<null>>(path, body))
  return {
    tree: (signal) => get('/sys/role/queryTreeList', {}, signal),
    held: (roleId, signal) => get('/sys/permission/queryRolePermission', { roleId }, signal),
    save: (roleId, shown, wanted) =>
      post('/sys/permission/saveRolePermission', {
        roleId,
        permissionIds: wanted.join(','),
        lastpermissionIds: shown.join(','),
      }),
    async dataRules(roleId, permissionId, signal) {
      const answer = await http.get<Envelope<RoleDataRules>>(
        `/sys/role/datarule/${encodeURIComponent(permissionId)}/${encodeURIComponent(roleId)}`,
        {},
        { signal },
      )
      // A menu without data rules is answered as a refusal.
      return answer.success ? answer.result : null
    },
    saveDataRules: (roleId, permissionId, ruleIds) =>
      post('/sys/role/datarule', { roleId, permissionId, dataRuleIds: ruleIds.join(',') }),
    formGrants: (roleId, form, signal) =>
      get(`/sys/role/formGrants/${encodeURIComponent(form)}/${encodeURIComponent(roleId)}`, {}, signal),
    saveFormGrants: (roleId, form, last, granted) =>
      post('/sys/role/formGrants', { roleId, form, last, granted }),
  }
}
