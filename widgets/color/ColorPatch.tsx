import { theme } from 'antd'
import { TAG_COLORS } from '#schemas/widget/color.ts'

type TagColor = (typeof TAG_COLORS)[number]
type Token = ReturnType<typeof theme.useToken>['token']

/** A patch of a colour; what is no colour has a patch without one. */
export function ColorPatch({ color }: { color: string }) {
  const { token } = theme.useToken()
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
        background: isTagColor(color) ? cssOf(color, token) : color,
      }}
    />
  )
}

function isTagColor(color: string): color is TagColor {
  return TAG_COLORS.some((name) => name === color)
}

/** The theme's colour of a name. */
function cssOf(color: TagColor, token: Token): string {
  if (color === 'default') return token.colorFillSecondary
  if (color === 'success') return token.colorSuccess
  if (color === 'processing') return token.colorInfo
  if (color === 'error') return token.colorError
  if (color === 'warning') return token.colorWarning
  return token[color]
}
