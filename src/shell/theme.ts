import { type GlobalToken, type ThemeConfig, theme } from 'antd'
import { readableOn } from '#renderer/index.ts'
import { PRESET_TAG_COLORS } from '#schemas/page/tag-colors.ts'
import type { Settings } from './settings.ts'

const RADIUS_PX = 4

const LIGHT = {
  /** Of rows under the mouse or ticked, and darker than the page: links stand there, too. */
  ground: '#f0f0f0',
  placeholder: '#767676',
  /** Text of lesser weight, still readable on the page's grey. */
  secondary: 'rgba(0,0,0,0.65)',
  tertiary: 'rgba(0,0,0,0.58)',
  /** What deletes and what is wrong, also on the page's grey and above ticked rows. */
  errorText: '#cf1322',
}
const DARK = {
  ground: '#141414',
  ticked: '#222222',
  message: '#303030',
  /** Of what opens over a dialog: a shadow alone is not seen on that ground, which is its own. */
  edge: '0 0 0 1px #424242, 0 6px 16px rgba(0,0,0,0.5)',
  placeholder: '#8c8c8c',
  secondary: 'rgba(255,255,255,0.7)',
  tertiary: 'rgba(255,255,255,0.6)',
  errorText: '#ff7875',
}

/** Grounds of a switch that is off, and under the mouse: white words can be read on them. */
const SWITCHED_OFF = { colorTextQuaternary: 'rgba(0,0,0,0.56)', colorTextTertiary: 'rgba(0,0,0,0.62)' }

const MOTION = { motionDurationMid: '0.15s', motionDurationSlow: '0.2s' }
/** Too short to be seen; not 0, with which no motion ever says that it ended. */
const NO_MOTION = { motionDurationFast: '1ms', motionDurationMid: '1ms', motionDurationSlow: '1ms' }

/** Texts of coloured tags, in the nearest shade that can be read on the tag's ground: antd's own are too pale or too dark for some. */
function tagTexts(algorithm: typeof theme.defaultAlgorithm): Partial<GlobalToken> {
  const tokens = theme.getDesignToken({ algorithm })
  return {
    ...Object.fromEntries(
      PRESET_TAG_COLORS.map((name) => [`${name}7`, readableOn(tokens[`${name}7`], tokens[`${name}1`])]),
    ),
    colorSuccess: readableOn(tokens.colorSuccess, tokens.colorSuccessBg),
    colorInfo: readableOn(tokens.colorInfo, tokens.colorInfoBg),
    colorWarning: readableOn(tokens.colorWarning, tokens.colorWarningBg),
    colorError: readableOn(tokens.colorError, tokens.colorErrorBg),
  }
}

const TAGS = { light: tagTexts(theme.defaultAlgorithm), dark: tagTexts(theme.darkAlgorithm) }

/** What the look is made from. */
type Look = Pick<Settings, 'theme' | 'color'> & {
  /** Of corners, in px. */
  radius?: number
  /** Whether nothing fades, grows or slides. */
  isStill?: boolean
}

/** Settings as antd's tokens: applied at once, without a style compiler. */
export function themeOf(settings: Look): ThemeConfig {
  const isDark = settings.theme === 'dark'
  const look = isDark ? DARK : LIGHT
  // The chosen colour is the primary one; where text stands in it or on it, its nearest readable shade does.
  // antd's dark algorithm takes some light out of every colour that it is given.
  const inText = readableOn(settings.color, look.ground, isDark ? 7 : 4.5)
  const underText = readableOn(settings.color, '#ffffff')
  return {
    // The rules come as a file (main.tsx); only the tokens, as CSS variables, are made here.
    zeroRuntime: true,
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: settings.color,
      // antd's shades for the mouse are too pale to read; the line below tells where it is.
      colorLink: inText,
      colorLinkHover: inText,
      colorLinkActive: inText,
      linkHoverDecoration: 'underline',
      colorErrorText: look.errorText,
      colorTextPlaceholder: look.placeholder,
      colorTextSecondary: look.secondary,
      colorTextTertiary: look.tertiary,
      colorTextDescription: look.tertiary,
      borderRadius: settings.radius ?? RADIUS_PX,
      ...(isDark ? { boxShadowSecondary: DARK.edge } : {}),
      ...(settings.isStill ? NO_MOTION : MOTION),
    },
    components: {
      Button: {
        colorPrimary: underText,
        colorError: look.errorText,
        // On a filled one, whose ground is a light red there.
        ...(isDark ? { dangerColor: DARK.ground, colorErrorActive: look.errorText } : {}),
      },
      Form: { colorError: look.errorText },
      // Under the mouse its words stand on that colour: dark ones in the dark theme, where it is a light red.
      Dropdown: {
        colorError: look.errorText,
        // Of the entry that is chosen.
        colorPrimary: inText,
        ...(isDark ? { colorTextLightSolid: DARK.ground } : {}),
      },
      // A message may lie on a drawer, whose ground is the same in the dark theme.
      ...(isDark ? { Message: { contentBg: DARK.message } } : {}),
      Typography: { colorErrorText: look.errorText },
      // A switch carries words as well; off, it is too pale for them in the light theme.
      Switch: { colorPrimary: underText, ...(isDark ? {} : SWITCHED_OFF) },
      Layout: { siderBg: '#001529', triggerBg: '#002140' },
      Menu: {
        darkItemSelectedBg: underText,
        itemSelectedColor: inText,
        horizontalItemSelectedColor: inText,
        darkItemColor: 'rgba(255,255,255,0.75)',
      },
      Tabs: { itemSelectedColor: inText, itemActiveColor: inText, itemHoverColor: inText },
      Table: {
        // What is said where there are no rows.
        colorTextDisabled: look.tertiary,
        ...(isDark
          ? { rowSelectedBg: DARK.ticked, rowSelectedHoverBg: DARK.ticked }
          : { rowSelectedHoverBg: 'var(--ant-control-item-bg-active)' }),
      },
      Tag: isDark ? TAGS.dark : TAGS.light,
      Pagination: { itemActiveColor: inText },
      // A tree has the ground of what it stands on: in the dark theme a dialog is lighter than a page.
      Tree: { colorBgContainer: 'transparent' },
    },
  }
}
