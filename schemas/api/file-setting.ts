import { Type } from 'typebox'
import { whole } from './setting-fields.ts'

/** How much may be uploaded. */
export const fileSettings = Type.Object(
  {
    maxMb: whole({ title: '单个文件上限（MB）', minimum: 1, maximum: 1024, default: 10 }),
    userMb: whole({
      title: '每个用户的空间（MB）',
      minimum: 0,
      maximum: 10_000_000,
      default: 2048,
      description: '0 为不限制',
    }),
    totalMb: whole({
      title: '全部文件的空间（MB）',
      minimum: 0,
      maximum: 100_000_000,
      default: 0,
      description: '0 为不限制',
    }),
  },
  { title: '文件', needed: ['maxMb', 'userMb', 'totalMb'] },
)
