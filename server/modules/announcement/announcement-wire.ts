import { announcementBody, announcementEditBody } from '#schemas/api/announcement.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { WireRows } from '../online-form/index.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Announcements as the wire has them: named users end with a comma and come with their names, and a last day counts whole. */
export const announcementRows: WireRows = {
  add: announcementBody,
  edit: announcementEditBody,

  given(row) {
    const { endTime } = row
    return typeof endTime === 'string' && DAY.test(endTime) ? { ...row, endTime: `${endTime} 23:59:59` } : row
  },

  told(row): Row {
    const { userIds, userIds_dictText: userNames, ...rest } = row
    return { ...rest, userIds: userIds ? `${userIds},` : '', userNames: userNames ?? '' }
  },
}
