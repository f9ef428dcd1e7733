import type { PartKind } from '#schemas/api/configuration.ts'
import { texts } from '#schemas/text/text.ts'

const TITLES = texts([
  { kind: 'forms', title: '表单' },
  { kind: 'pages', title: '组合页面' },
  { kind: 'dicts', title: '字典' },
  { kind: 'menus', title: '菜单' },
  { kind: 'roles', title: '角色' },
  { kind: 'grants', title: '角色授权' },
] as const)

/** What a kind of entries is called. */
export function partTitle(kind: PartKind): string {
  return TITLES.find((one) => one.kind === kind)?.title ?? kind
}
