import { atom } from 'jotai'
import type { NoticeLists } from '#schemas/api/announcement.ts'

/** Form whose list holds the user's messages. */
export const MY_MESSAGES = 'my_message'
/** The newest unread ones; null until they were loaded. */
export const noticeListsAtom = atom<NoticeLists | null>(null)
/** How often each form's records were changed elsewhere, as far as this page was told. */
export const formTurnsAtom = atom<Readonly<Record<string, number>>>({})
/** Lists of the form load again. */
export const formChangedAtom = atom(null, (_get, set, form: string) =>
  set(formTurnsAtom, (turns) => ({ ...turns, [form]: (turns[form] ?? 0) + 1 })),
)
