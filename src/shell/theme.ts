import { type ThemeConfig, theme } from 'antd'
import type { Settings } from './settings.ts'

/** Settings as antd's tokens: applied at once, without a style compiler. */
export function themeOf(settings: Pick<Settings, 'theme' | 'color'>): ThemeConfig {
  return {
    algorithm: settings.theme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: settings.color,
      borderRadius: 4,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: { Layout: { siderBg: '#001529', triggerBg: '#002140' } },
  }
}
