import { Alert, Button, Flex, Result } from 'antd'
import { Link } from 'react-router-dom'
import type { PartKind, TakeResult } from '#schemas/api/configuration.ts'
import { t, texts } from '#schemas/text/text.ts'
import { partTitle } from './part-titles.ts'

/** Where the entries of a kind are seen. */
const SCREENS: Readonly<Partial<Record<PartKind, { path: string; label: string }>>> = Object.fromEntries(
  texts([
    { kind: 'dicts', path: '/isystem/dict', label: '数据字典' },
    { kind: 'menus', path: '/isystem/permission', label: '菜单管理' },
    { kind: 'roles', path: '/isystem/role', label: '角色管理' },
    { kind: 'grants', path: '/isystem/role', label: '角色授权' },
  ] as const).map((screen) => [screen.kind, screen]),
)

/** What a take has changed, with the ways to it. */
export function TakenResult({ result: { taken, waiting } }: { result: TakeResult }) {
  const words = taken
    .map(({ kind, count }) => t('{title} {count} 项', { title: partTitle(kind), count }))
    .join('、')
  return (
    <Result
      status="success"
      title={t('导入成功')}
      subTitle={words}
      extra={
        <Flex vertical gap={16} align="center">
          {waiting.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={t('以下表单的数据表等待同步：{names}', {
                names: waiting.map(({ key, title }) => `${title}（${key}）`).join('、'),
              })}
            />
          )}
          <Flex gap={8} wrap justify="center">
            {taken.map(({ kind }) => {
              const screen = SCREENS[kind]
              return screen ? (
                <Link key={kind} to={screen.path}>
                  <Button>{screen.label}</Button>
                </Link>
              ) : null
            })}
          </Flex>
        </Flex>
      }
    />
  )
}
