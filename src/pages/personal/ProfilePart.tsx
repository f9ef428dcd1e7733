import { App, Button, Descriptions, Spin } from 'antd'
import { type FormEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  FieldControl,
  FormCodeContext,
  PendingUploadsContext,
  type Request,
  useSave,
  useUnsavedForm,
  useUploadsFirst,
} from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { OwnProfile } from '#schemas/api/personal.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { t, texts } from '#schemas/text/text.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { refusedField } from '../../kit/password-rules.ts'
import { useServices } from '../../kit/services.ts'

const FORM = texts(
  compileForm({
    kind: 'form',
    code: 'own_profile',
    title: '个人资料',
    schema: {
      type: 'object',
      required: ['realname'],
      properties: {
        avatar: {
          type: 'string',
          title: '头像',
          view: 'image',
          maxLength: 255,
          options: { uploadnum: 1, maxSize: 5 },
        },
        realname: { type: 'string', title: '用户姓名', view: 'text', maxLength: 100 },
        sex: { type: 'integer', title: '性别', view: 'list', dict: 'sex' },
        birthday: { type: 'string', title: '出生日期', view: 'date' },
        email: {
          type: 'string',
          title: '邮箱',
          view: 'text',
          maxLength: 100,
          validType: 'e',
          description: '系统邮件发送到该邮箱',
        },
        telephone: { type: 'string', title: '座机', view: 'text', maxLength: 45 },
      },
    },
  }),
)
const VALIDATOR = createRowValidator(FORM)
/** What the wire says of a user whose sex is not known; the dictionary has no such entry. */
const UNKNOWN_SEX = 0
/** Kept by administrators. */
const FIXED = texts([
  ['用户账号', 'username'],
  ['手机号码', 'phone'],
  ['部门', 'orgCodeTxt'],
  ['职务', 'postText'],
  ['工号', 'workNo'],
] as const)

/** What an account's owner sees and may change of it. */
export function ProfilePart({ loaded }: { loaded: Request<OwnProfile> }) {
  const profile = useMemo(() => withKnownSex(loaded.data), [loaded.data])
  const { http, session } = useServices()
  const { message } = App.useApp()
  // Only what was typed: the profile is read again whenever the page is shown again, and must not take its place.
  const [typed, setTyped] = useState<Row>({})
  // A picture that has just arrived is saved before it is drawn.
  const [latest] = useState({ typed })
  const { uploads, isWaiting, arrived } = useUploadsFirst()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { busy, save } = useSave()
  const rowWith = (values: Row): Row =>
    Object.fromEntries(
      FORM.fields.map(({ name }) => [name, { ...profile, ...values }[name as keyof OwnProfile] ?? null]),
    )
  const row = rowWith(typed)
  const change = (values: Row) => {
    latest.typed = values
    setTyped(values)
  }
  useUnsavedForm(() => Object.keys(unlike(profile, typed)).length > 0)
  // What was saved is the profile's from then on.
  const takeProfile = useEffectEvent((taken: OwnProfile | null) => change(unlike(taken, latest.typed)))
  useEffect(() => takeProfile(profile), [profile])
  if (!profile) return loaded.error ? <LoadFault of={loaded} /> : <Spin />

  const shown: Row = { ...row, _files: profile._files as never }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await arrived())) return
    const saved = rowWith(latest.typed)
    const found = Object.fromEntries(VALIDATOR.validate(saved).map((error) => [error.field, error.message]))
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save(
      async () => {
        const answer = await http.post<Envelope<null>>('/sys/user/login/setting/userEdit', saved, {
          quiet: true,
        })
        const field = refusedField(answer)
        if (!answer.success) {
          if (field) setErrors({ [field]: answer.message })
          else message.error(answer.message)
          return
        }
        loaded.reload()
        await session.refreshUser()
        message.success(answer.message)
      },
      (error) => void message.error(error.message),
    )
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} aria-label={t('个人资料')} style={{ maxWidth: 560 }}>
      {/* The picture is meant for the account, as administrators keep it. */}
      <FormCodeContext value="sys_user">
        <PendingUploadsContext value={uploads}>
          {FORM.fields.map((field) => (
            <FieldControl
              key={field.name}
              id={`own-${field.name}`}
              field={field}
              value={row[field.name]}
              row={shown}
              disabled={busy}
              error={errors[field.name] ?? null}
              onChange={(value) => change({ ...latest.typed, [field.name]: value })}
            />
          ))}
        </PendingUploadsContext>
      </FormCodeContext>
      <Descriptions
        column={1}
        size="small"
        style={{ marginTop: 24, marginBottom: 16 }}
        items={FIXED.map(([label, name]) => ({ key: name, label, children: profile[name] || t('（无）') }))}
      />
      <Button type="primary" htmlType="submit" loading={busy || isWaiting}>
        {t('保存')}
      </Button>
    </form>
  )
}

/** A sex that is not known is one that was not chosen yet. */
function withKnownSex(profile: OwnProfile | null): OwnProfile | null {
  return profile?.sex === UNKNOWN_SEX ? { ...profile, sex: null } : profile
}

/** The typed values that the profile does not have. */
function unlike(profile: OwnProfile | null, typed: Row): Row {
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => (value ?? null) !== (profile?.[name as keyof OwnProfile] ?? null),
    ),
  )
}
