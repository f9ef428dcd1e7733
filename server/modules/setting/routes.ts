import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { ok } from '#schemas/api/envelope.ts'
import {
  type SettingGroup,
  type ShellSettings,
  settingBody,
  settingParams,
  settingState,
  shellSettings,
} from '#schemas/api/setting.ts'
import type { Row } from '#schemas/compile/model.ts'
import { AppError, notFound } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { closedAddressFault } from './closed-address.ts'
import { checkRegistrationRole } from './registration-role.ts'
import { isSettingGroup, type Settings } from './settings.ts'

const LIST = { access: { permission: 'system:setting:list' } } as const
const EDIT = { access: { permission: 'system:setting:edit' } } as const
const GROUP = '/sys/setting/group/:group'

/** Calls of the settings screen, and what every page needs of them before somebody signs in. */
export function registerSettings(
  app: FastifyInstance,
  { settings, pool, networks }: { settings: Settings; pool: Pool; networks: readonly string[] },
): void {
  route(app, 'GET', GROUP, { ...LIST, params: settingParams, answer: settingState }, async ({ params }) =>
    ok(await settings.state(groupOf(params.group))),
  )

  route(
    app,
    'PUT',
    GROUP,
    { ...EDIT, params: settingParams, body: settingBody, answer: settingState },
    async ({ params, body, session }) => {
      const group = groupOf(params.group)
      if (group === 'registration') await checkRegistrationRole(pool, body.values)
      const fault = closedAddressFault(group, body.values, networks)
      // What the environment says is the operator's word, and not stored.
      if (fault && !(fault.field in (await settings.state(group)).fixed))
        throw new AppError('BAD_REQUEST', fault.message, { errors: [fault] })
      await settings.save(group, body.values as Row, body.version, session.username)
      return ok(await settings.state(group), '保存成功！')
    },
  )

  route(
    app,
    'DELETE',
    GROUP,
    { ...EDIT, params: settingParams, answer: settingState },
    async ({ params, session }) => {
      const group = groupOf(params.group)
      await settings.reset(group, session.username)
      return ok(await settings.state(group), '已恢复默认值')
    },
  )

  route(app, 'GET', '/sys/setting/shell', { access: 'public', answer: shellSettings }, async () =>
    ok(await shellSettingsOf(settings, app.prefix)),
  )

  app.get('/sys/setting/logo', { config: { access: 'public' } }, async (_request, reply) => {
    const [, type = '', data = ''] =
      /^data:(image\/[a-z]+);base64,(.+)$/.exec((await settings.get('shell')).logo) ?? []
    if (data === '') throw notFound('没有设置标志')
    return (
      reply
        .type(type)
        // The address names the content: another picture has another one.
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .send(Buffer.from(data, 'base64'))
    )
  })
}

/** What everybody may see of the settings; the logo as an address that names its content. */
export async function shellSettingsOf(settings: Settings, apiBase: string): Promise<ShellSettings> {
  const [shell, { open }] = await Promise.all([settings.get('shell'), settings.get('registration')])
  const hash = createHash('sha256').update(shell.logo).digest('base64url').slice(0, 12)
  return {
    ...shell,
    logo: shell.logo === '' ? '' : `${apiBase}/sys/setting/logo?v=${hash}`,
    registration: open === 'Y' ? '1' : '0',
  }
}

function groupOf(name: string): SettingGroup {
  if (!isSettingGroup(name)) throw notFound('没有这组设置')
  return name
}
