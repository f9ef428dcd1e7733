import { type Static, type TSchema, Type } from 'typebox'
import { compileForm } from '../compile/compile-form.ts'
import type { CompiledForm, Row, RowError } from '../compile/model.ts'
import type { Property } from '../page/property.ts'
import { currentLanguage, t } from '../text/text.ts'
import { nullable, open } from './answer.ts'
import { fileSettings } from './file-setting.ts'
import { historySettings } from './history-setting.ts'
import { line, onOff, text, whole } from './setting-fields.ts'

/** Longest picture of a logo, as the text that it is stored as: about 100 KB. */
export const MAX_LOGO = 140_000
/** Pictures that a browser shows without running anything. */
const LOGO_PATTERN = '^data:image/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$'

/**
 * Everything that an administrator sets on the screen, in groups. A group is the shape of its values and, at the same
 * time, the properties of the form that draws and judges them; `default` is what holds where nothing is stored.
 */
export const SETTINGS = {
  shell: Type.Object(
    {
      name: line({
        title: '系统名称',
        maxLength: 40,
        default: '展会参展人员信息管理系统',
        description: '窗口标题和欢迎语中的名称',
      }),
      product: line({
        title: '产品名称',
        maxLength: 40,
        default: '展会参展人员信息管理',
        description: '登录页和菜单上方的名称',
      }),
      logo: text({
        title: '标志',
        view: 'text',
        form: false,
        maxLength: MAX_LOGO,
        pattern: LOGO_PATTERN,
        message: '标志应为 PNG、JPEG、WebP 或 GIF 图片，不超过 100 KB',
        default: '',
      }),
      footer: line({
        title: '页脚（备案号）',
        maxLength: 100,
        default: '备案号：测试环境',
        description: '留空则不显示',
      }),
      color: line({
        title: '主题色',
        maxLength: 7,
        pattern: '^#[0-9A-Fa-f]{6}$',
        message: '主题色应为 #1890FF 这样的颜色',
        default: '#1890FF',
        description: '用户没有自己选择颜色时使用',
      }),
      radius: whole({ title: '圆角（像素）', minimum: 0, maximum: 16, default: 4 }),
    },
    { title: '名称与外观', needed: ['name', 'product', 'color', 'radius'] },
  ),
  mail: Type.Object(
    {
      host: line({
        title: '邮件服务器',
        maxLength: 200,
        pattern: '^[A-Za-z0-9.:_-]+$',
        message: '邮件服务器应为主机名或 IP 地址',
        default: '',
        description: '留空则不发送邮件，仅写入日志',
      }),
      port: whole({ title: '端口', minimum: 1, maximum: 65535, default: 465 }),
      secure: onOff({
        title: '加密连接（SSL/TLS）',
        default: 'Y',
        description: '465 端口一般打开；587 端口关闭，由服务器协商',
      }),
      user: line({ title: '用户名', maxLength: 200, default: '' }),
      password: text({ title: '密码', view: 'password', maxLength: 200, default: '' }),
      from: line({
        title: '发件人',
        maxLength: 200,
        pattern: '^[^@\\r\\n]*[^@\\s<]@[^@\\s]+$',
        message: '发件人应为邮箱，或 名称 <邮箱>',
        default: '',
      }),
    },
    { title: '邮件', needed: ['port', 'secure'] },
  ),
  sms: Type.Object(
    {
      gatewayUrl: line({
        title: '短信网关地址',
        maxLength: 500,
        pattern: '^https?://[^\\s@]+$',
        message: '短信网关地址应以 http:// 或 https:// 开头，不含用户名和密码',
        default: '',
        wide: true,
        description: '以 POST 接收 {"phone":"…","text":"…"}；留空则不发送短信，仅写入日志',
      }),
    },
    { title: '短信' },
  ),
  password: Type.Object(
    {
      minLength: whole({ title: '最短长度', minimum: 8, maximum: 64, default: 8 }),
      kinds: whole({
        title: '至少包含几类字符',
        minimum: 1,
        maximum: 4,
        default: 1,
        description: '大写字母、小写字母、数字、符号共四类',
      }),
      maxAgeDays: whole({
        title: '有效期（天）',
        minimum: 0,
        maximum: 3650,
        default: 0,
        description: '到期后登录须修改密码；0 为不过期',
      }),
      history: whole({
        title: '不得与最近几次相同',
        minimum: 0,
        maximum: 24,
        default: 0,
        description: '0 为不检查',
      }),
      changeAfterReset: onOff({ title: '重置后须修改密码', default: 'Y' }),
    },
    { title: '密码策略', needed: ['minLength', 'kinds', 'maxAgeDays', 'history', 'changeAfterReset'] },
  ),
  session: Type.Object(
    {
      idleMinutes: whole({
        title: '无操作退出（分钟）',
        minimum: 1,
        maximum: 7 * 24 * 60,
        default: 120,
      }),
      maxPerUser: whole({
        title: '每个用户同时在线数',
        minimum: 0,
        maximum: 100,
        default: 0,
        description: '超过时最早登录的会话退出；0 为不限制',
      }),
    },
    { title: '会话', needed: ['idleMinutes', 'maxPerUser'] },
  ),
  file: fileSettings,
  history: historySettings,
  registration: Type.Object(
    {
      open: onOff({ title: '开放注册', default: 'N', description: '有手机号的人可以自行注册账号' }),
      tenant: Type.String({
        title: '注册到租户',
        view: 'list',
        maxLength: 20,
        default: '',
        description: '留空为第一个正常的租户',
        dict: 'sys_tenant,name,id',
      }),
      role: Type.String({
        title: '默认角色',
        view: 'list',
        maxLength: 36,
        default: '',
        description: '留空则没有角色，由管理员授予；不能是管理员角色',
        dict: 'sys_role,roleName,id',
      }),
    },
    { title: '注册', needed: ['open'] },
  ),
} as const

export type SettingGroup = keyof typeof SETTINGS
export type SettingValues<G extends SettingGroup = SettingGroup> = Static<(typeof SETTINGS)[G]>

export const SETTING_GROUPS = Object.keys(SETTINGS) as readonly SettingGroup[]

/** By language and group. */
const forms = new Map<string, CompiledForm>()

/** The group as a form in the language that is chosen: what draws it in the browser and judges it on both sides. */
export function settingForm(group: SettingGroup): CompiledForm {
  const key = `${currentLanguage()} ${group}`
  let form = forms.get(key)
  if (!form) {
    const {
      title,
      properties,
      needed = [],
    } = SETTINGS[group] as unknown as {
      title: string
      properties: Record<string, Property>
      needed?: string[]
    }
    form = compileForm({
      kind: 'form',
      code: `setting_${group}`,
      title: t(title),
      schema: {
        type: 'object',
        required: needed,
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [name, inLanguage(property)]),
        ),
      },
      layout: { columns: 2 },
    })
    forms.set(key, form)
  }
  return form
}

/** The words of a property; what it begins with is a value and stays. */
function inLanguage({ title, description, message, ...property }: Property): Property {
  return {
    ...property,
    title: t(title),
    ...(description === undefined ? {} : { description: t(description) }),
    ...(message === undefined ? {} : { message: t(message) }),
  }
}

/** What holds where nothing is stored. */
export function settingDefaults<G extends SettingGroup>(group: G): SettingValues<G> {
  return Object.fromEntries(
    settingForm(group).fields.map(({ name, property }) => [name, property.default]),
  ) as SettingValues<G>
}

/** Names of a group's secrets: stored sealed, never answered. */
export function settingSecrets(group: SettingGroup): readonly string[] {
  return settingForm(group)
    .fields.filter(({ view }) => view === 'password')
    .map(({ name }) => name)
}

/** Fields that say whose a group's secrets are. */
export function secretOwners(group: SettingGroup): readonly string[] {
  return group === 'mail' ? ['host', 'user'] : []
}

/** What is wrong with values that fit one by one; null when nothing is. */
export function settingFault(group: SettingGroup, row: Readonly<Row>): RowError | null {
  if (group === 'mail' && row.host && !row.from)
    return { field: 'from', message: t('设置邮件服务器时必须填写发件人') }
  return null
}

const groupName = Type.Enum(SETTING_GROUPS as SettingGroup[])

export const settingParams = Type.Object({ group: groupName })

/** `result` of GET /sys/setting/group/:group. */
export const settingState = Type.Object({
  values: open<Record<string, string | number>>('the fields of a group of settings'),
  /** Secrets that are set. */
  sealed: Type.Array(Type.String()),
  /** Fields that the environment sets, and the name of what sets them. */
  fixed: Type.Record(Type.String(), Type.String()),
  version: Type.Integer(),
  updateBy: nullable(Type.String()),
  updateTime: nullable(Type.String()),
})
export type SettingState = Static<typeof settingState>

/** Body of PUT /sys/setting/group/:group. A secret that is absent or empty stays as it is. */
export const settingBody = Type.Object(
  {
    values: Type.Record(Type.String({ maxLength: 50 }), Type.Unknown() as TSchema),
    version: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
)

/** What everybody may see, signed in or not: how the shell is named and looks. */
export const shellSettings = Type.Object({
  name: Type.String(),
  product: Type.String(),
  /** Address of the picture; '' for the built-in one. */
  logo: Type.String(),
  footer: Type.String(),
  color: Type.String(),
  radius: Type.Integer(),
  registration: Type.String(),
})
export type ShellSettings = Static<typeof shellSettings>
