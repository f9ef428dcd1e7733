import type { Kysely } from 'kysely'
import type { FileDescription } from '#schemas/api/file.ts'
import { MAIL_KINDS, type OwnProfile, type OwnProfileBody } from '#schemas/api/personal.ts'
import { isDay } from '#schemas/rules/day.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'
import type { Outcome } from '../auth/admission.ts'
import { userInfo } from '../auth/user-info.ts'
import {
  isEmailTaken,
  lockedPicture,
  mailKindsOf,
  positionNames,
  writeMailKinds,
  writeProfile,
} from './store.ts'

/** The files behind the pictures of accounts. */
export interface PictureFiles {
  /** What a page needs to show it, by its path. */
  described(path: string): Promise<Record<string, FileDescription>>
  /** Why it cannot be the caller's picture; null where it can. */
  fault(session: Session, path: string): Promise<string | null>
  /** Ties the one and lets go the other, in the transaction of the change; answers why it cannot. */
  tie(write: Kysely<Tables>, userId: string, before: string, after: string): Promise<string | null>
}

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/

/** The own account, with the names behind its codes. */
export async function ownProfile(
  read: Kysely<Tables>,
  pictures: PictureFiles,
  session: Session,
): Promise<OwnProfile> {
  const { id, username, realname, avatar, sex, birthday, email, phone, telephone, workNo, post, orgCodeTxt } =
    await userInfo(read, session.userId, session.tenantId)
  const codes = (post ?? '').split(',').filter(Boolean)
  const posts = await positionNames(read, session.tenantId, codes)
  return {
    ...{ id, username, realname, avatar, sex, birthday, email, phone, telephone, workNo, post, orgCodeTxt },
    postText: posts.join('，'),
    mailKinds: await mailKindsOf(read, session.userId),
    _files: avatar ? await pictures.described(avatar) : {},
  }
}

/** Changes what an account's owner may change of it. */
export async function changeProfile(
  write: Kysely<Tables>,
  pictures: PictureFiles,
  session: Session,
  { realname, sex, birthday, email, telephone, avatar }: OwnProfileBody,
): Promise<Outcome<null>> {
  const name = realname?.trim()
  if (name === '') return { ok: false, message: '请输入用户姓名', field: 'realname' }
  if (birthday && !isDay(birthday)) return { ok: false, message: '出生日期应为有效的日期', field: 'birthday' }
  if (email && !EMAIL.test(email)) return { ok: false, message: '邮箱格式不正确', field: 'email' }
  if (email && (await isEmailTaken(write, email, session.userId)))
    return { ok: false, message: '邮箱已被其他用户使用', field: 'email' }
  const changes = {
    ...(name === undefined ? {} : { realname: name }),
    ...(sex === undefined ? {} : { sex }),
    ...(birthday === undefined ? {} : { birthday: birthday || null }),
    ...(email === undefined ? {} : { email: email || null }),
    ...(telephone === undefined ? {} : { telephone: telephone || null }),
    ...(avatar === undefined ? {} : { avatar: avatar || null }),
  }
  if (Object.keys(changes).length === 0) return { ok: false, message: '没有要修改的内容' }
  return write.transaction().execute(async (transaction) => {
    const before = (await lockedPicture(transaction, session.userId)) ?? ''
    const after = avatar === undefined ? before : (avatar ?? '')
    if (after !== before) {
      const fault =
        (after === '' ? null : await pictures.fault(session, after)) ??
        (await pictures.tie(transaction, session.userId, before, after))
      if (fault !== null) return { ok: false, message: fault, field: 'avatar' }
    }
    await writeProfile(transaction, session, changes)
    return { ok: true, value: null }
  })
}

/** Keeps which messages come by mail. */
export async function changeMailKinds(
  write: Kysely<Tables>,
  session: Session,
  kinds: readonly string[],
): Promise<void> {
  const known = MAIL_KINDS.filter((kind) => kinds.includes(kind))
  await writeMailKinds(write, session.userId, known.join(','))
}
