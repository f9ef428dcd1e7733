import { Type } from 'typebox'
import { whole } from './setting-fields.ts'

/** How long mistakes can be mended. */
export const historySettings = Type.Object(
  {
    recycleDays: whole({
      title: '回收站保留（天）',
      minimum: 1,
      maximum: 3650,
      default: 30,
      description: '删除的数据连同子表、文件和评论在此期间可以还原，之后彻底删除',
    }),
  },
  { title: '回收站', needed: ['recycleDays'] },
)
