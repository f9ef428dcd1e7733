import { type ThemeConfig, theme } from 'antd'
import { readableOn } from './readable-color.ts'
import type { Settings } from './settings.ts'

const LIGHT = {
  ground: '#ffffff',
  placeholder: '#767676',
  /** Text of lesser weight, still readable on the page's grey. */
  secondary: 'rgba(0,0,0,0.65)',
  tertiary: 'rgba(0,0,0,0.58)',
  error: '#d9363e',
  /** Small text that says what is wrong, also on the page's grey. */
  errorText: '#cf1322',
}
const DARK = {
  ground: '#141414',
  placeholder: '#8c8c8c',
  secondary: 'rgba(255,255,255,0.7)',
  tertiary: 'rgba(255,255,255,0.6)',
  error: '#e84749',
  errorText: '#ff7875',
}

/** Grounds of a switch that is off, and under the mouse: white words can be read on them. */
const SWITCHED_OFF = { colorTextQuaternary: 'rgba(0,0,0,0.56)', colorTextTertiary: 'rgba(0,0,0,0.62)' }

/** Settings as antd's tokens: applied at once, without a style compiler. */
export function themeOf(settings: Pick<Settings, 'theme' | 'color'>): ThemeConfig {
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
      colorLink: inText,
      colorTextPlaceholder: look.placeholder,
      colorTextSecondary: look.secondary,
      colorTextTertiary: look.tertiary,
      colorTextDescription: look.tertiary,
      borderRadius: 4,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: { colorPrimary: underText, colorError: isDark ? look.error : LIGHT.error },
      Form: { colorError: look.errorText },
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
      Pagination: { itemActiveColor: inText },
    },
  }
}
