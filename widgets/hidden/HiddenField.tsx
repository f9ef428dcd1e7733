/** Nothing to see. */
export function HiddenField() {
  return null
}
