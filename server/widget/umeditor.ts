import { cleanHtml } from '../clean-html.ts'
import type { ServerWidget } from './server-widget.ts'

/** Rich texts are kept without anything that could run, load from elsewhere or cover the page, whoever sends them. */
export const umeditor: ServerWidget = {
  // A text without a tag is the author's own: its signs are no markup.
  keep: (value) => (/<[a-z/!]/i.test(value) ? cleanHtml(value) : value),
}
