import { atom } from 'jotai'
import type { Announcement } from '../api/error-catalogue.ts'

/** The dialog of an ended session is open. */
export const sessionExpiredAtom = atom(false)

export type Listener = (announcement: Announcement) => void

/** Carries announcements from the HTTP client to the screen. What comes before the screen is there waits. */
export interface AnnouncementBus {
  announce: Listener
  /** One listener at a time; answers how to stop. */
  listen(listener: Listener): () => void
}

/** A bus that keeps announcements until a page listens. */
export function createAnnouncementBus(): AnnouncementBus {
  const waiting: Announcement[] = []
  let current: Listener | null = null
  return {
    announce(announcement) {
      if (current) current(announcement)
      else waiting.push(announcement)
    },
    listen(listener) {
      current = listener
      for (const announcement of waiting.splice(0)) listener(announcement)
      return () => {
        if (current === listener) current = null
      }
    },
  }
}
