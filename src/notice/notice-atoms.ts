import { atom } from 'jotai'
import type { NoticeLists } from '#schemas/api/announcement.ts'

/** The newest unread ones; null until they were loaded. */
export const noticeListsAtom = atom<NoticeLists | null>(null)
/** Grows whenever something was published, withdrawn or read: lists of notices load again. */
export const noticeTurnAtom = atom(0)
