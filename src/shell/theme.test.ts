import { theme as antTheme } from 'antd'
import { describe, expect, it } from 'vitest'
import { contrast, readableOn } from './readable-color.ts'
import { PRESET_COLORS } from './settings.ts'
import { themeOf } from './theme.ts'

describe('colours', () => {
  it('stay what was chosen, and can be read where text stands on or in them [settings-03, settings-04]', () => {
    for (const color of PRESET_COLORS)
      for (const theme of ['light', 'dark'] as const) {
        const look = themeOf({ theme, color })
        const { token, components } = look
        const design = antTheme.getDesignToken(look)
        expect(token?.colorPrimary).toBe(color)
        expect(contrast(String(components?.Button?.colorPrimary), '#ffffff')).toBeGreaterThanOrEqual(4.5)
        expect(
          // The lightest ground of the dark theme is that of what lies above the page.
          contrast(String(design.colorLink), theme === 'dark' ? '#1f1f1f' : '#ffffff'),
        ).toBeGreaterThanOrEqual(4.5)
        expect(contrast(String(components?.Switch?.colorPrimary), '#ffffff')).toBeGreaterThanOrEqual(4.5)
        for (const color of [components?.Form?.colorError, components?.Typography?.colorErrorText])
          expect(contrast(String(color), theme === 'dark' ? '#1f1f1f' : '#f5f5f5')).toBeGreaterThanOrEqual(
            4.5,
          )
      }
  })

  it('that are readable stay as they are', () => {
    expect(readableOn('#000000', '#ffffff')).toBe('#000000')
    expect(contrast('#000000', '#ffffff')).toBe(21)
  })
})
