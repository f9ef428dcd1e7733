/** A patch of a colour; what is no colour has a patch without one. */
export function ColorPatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'inline-block',
        width: 14,
        height: 14,
        borderRadius: 3,
        border: '1px solid rgb(128 128 128 / 40%)',
        verticalAlign: 'text-bottom',
        background: color,
      }}
    />
  )
}
