import { useContext } from 'react'
import { PageDictsContext } from '../data/page-dicts.ts'
import { ColoredText } from './ColoredText.tsx'
import type { ReadProps } from './widget.ts'

/** A choice as it is read: with the colour that its dictionary gives it; several choices one beside the other. */
export function ReadChoice({ field, value, text }: ReadProps<object, string | readonly string[]>) {
  const dicts = useContext(PageDictsContext)
  const { dict, dictKey } = field
  const options = Array.isArray(dict)
    ? dict
    : dictKey !== null && Object.hasOwn(dicts, dictKey)
      ? dicts[dictKey]
      : undefined
  const colored = options?.some(({ color }) => color) ? options : undefined
  if (!colored) return text
  const values = typeof value === 'string' ? [value] : value
  const found = values.map((one) => colored.find((option) => String(option.value) === one))
  // A value without an entry has its text only in the whole.
  if (!found.some((option) => option?.color) || found.includes(undefined)) return text
  return found.map((option) =>
    option?.color ? (
      <ColoredText key={option.value} color={option.color}>
        {option.text}
      </ColoredText>
    ) : (
      <span key={option?.value}>{option?.text} </span>
    ),
  )
}
