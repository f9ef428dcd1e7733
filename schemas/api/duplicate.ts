import { Type } from 'typebox'

/** GET /sys/duplicate/check: `dataId` is the record being edited, which may keep its value. */
export const duplicateQuery = Type.Object({
  tableName: Type.String({ minLength: 1, maxLength: 100 }),
  fieldName: Type.String({ minLength: 1, maxLength: 100 }),
  fieldVal: Type.Optional(Type.String({ maxLength: 4000 })),
  dataId: Type.Optional(Type.String({ maxLength: 100 })),
})
