import { Tooltip } from 'antd'
import './short-text.css'

/** Longer texts end in an ellipsis where nothing else is said; a Chinese character counts as two. */
export const SHOWN_LENGTH = 25

interface Props {
  text: string
  limit?: number
}

/**
 * A text that ends in an ellipsis when it is too long, the whole of it in a tooltip. What is cut off stays in the page:
 * it is read aloud and goes with a copy.
 */
export function ShortText({ text, limit = SHOWN_LENGTH }: Props) {
  const at = cutAt(text, limit)
  if (at === text.length) return text
  return (
    <Tooltip title={text}>
      <span className="expo-short">
        {text.slice(0, at)}
        <span className="expo-short-rest">{text.slice(at)}</span>
      </span>
    </Tooltip>
  )
}

/** Width of a text in Latin letters. */
export function shownLength(text: string): number {
  let length = 0
  for (const character of text) length += widthOf(character)
  return length
}

/** Where a text is cut, so that what stands before it is no longer than the limit; its end where it is short enough. */
function cutAt(text: string, limit: number): number {
  let length = 0
  let at = 0
  for (const character of text) {
    length += widthOf(character)
    if (length > limit) return at
    at += character.length
  }
  return at
}

function widthOf(character: string): 1 | 2 {
  return character.charCodeAt(0) > 0x7f ? 2 : 1
}
