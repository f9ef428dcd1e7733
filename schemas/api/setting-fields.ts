import { Type } from 'typebox'
import type { Property } from '../page/property.ts'

/** What a property of a document says, beside its limits. */
type Words = Omit<Property, 'type'>

/** A text, drawn as the kind that it names. */
export const text = (words: Words & { maxLength: number }) => Type.String({ ...words })
/** A whole number within limits. */
export const whole = (words: Omit<Words, 'view'> & { minimum: number; maximum: number; default: number }) =>
  Type.Integer({ view: 'number', ...words })
/** Yes or no. */
export const onOff = (words: Omit<Words, 'view'> & { default: 'Y' | 'N' }) =>
  Type.Unsafe<'Y' | 'N'>({ type: 'string', view: 'switch', ...words })
/** A line of text. */
export const line = (words: Omit<Words, 'view'> & { maxLength: number }) => text({ view: 'text', ...words })
