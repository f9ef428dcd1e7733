import { Type } from 'typebox'

/** Kinds without options of their own share this shape, so that a misspelt option is still an error. */
export const noOptions = Type.Object({}, { additionalProperties: false })
