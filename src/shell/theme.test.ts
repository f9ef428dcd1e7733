import { readFileSync } from 'node:fs'
import { theme as antTheme } from 'antd'
import { describe, expect, it } from 'vitest'
import { contrast, readableOn } from '#renderer/index.ts'
import { PRESET_TAG_COLORS } from '#schemas/page/tag-colors.ts'
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
        for (const color of [
          components?.Form?.colorError,
          components?.Typography?.colorErrorText,
          design.colorErrorText,
        ])
          expect(contrast(String(color), theme === 'dark' ? '#1f1f1f' : '#f5f5f5')).toBeGreaterThanOrEqual(
            4.5,
          )
      }
  })

  it('of what deletes can be read in a menu, also under the mouse', () => {
    for (const theme of ['light', 'dark'] as const) {
      const look = themeOf({ theme, color: '#1890FF' })
      const { Dropdown } = look.components ?? {}
      const danger = String(Dropdown?.colorError)
      expect(contrast(danger, theme === 'dark' ? '#1f1f1f' : '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(String(Dropdown?.colorTextLightSolid ?? '#ffffff'), danger)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('of a button that deletes can be read on pages, dialogs and the bar above ticked rows, and filled', () => {
    for (const theme of ['light', 'dark'] as const) {
      const look = themeOf({ theme, color: '#1890FF' })
      const { colorBgLayout, colorBgElevated, colorInfoBg, colorErrorHover } = antTheme.getDesignToken(look)
      const { colorError, dangerColor = '#ffffff' } = look.components?.Button ?? {}
      for (const ground of [colorBgLayout, colorBgElevated, colorInfoBg])
        expect(contrast(String(colorError), ground), `${theme} ${ground}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dangerColor, String(colorError)), theme).toBeGreaterThanOrEqual(4.5)
      if (theme === 'dark') expect(contrast(dangerColor, colorErrorHover)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('of a tag can be read, whichever of the named ones a dictionary asks for', () => {
    for (const theme of ['light', 'dark'] as const) {
      const look = themeOf({ theme, color: '#1890FF' })
      const tokens = { ...antTheme.getDesignToken(look), ...look.components?.Tag } as Record<string, unknown>
      const pairs = [
        ...PRESET_TAG_COLORS.map((name) => [`${name}7`, `${name}1`]),
        ...['Success', 'Info', 'Warning', 'Error'].map((state) => [`color${state}`, `color${state}Bg`]),
      ] as [string, string][]
      for (const [text, ground] of pairs)
        expect(
          contrast(String(tokens[text]), String(tokens[ground])),
          `${theme} ${text}`,
        ).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('of a message is not that of the drawer under it', () => {
    const look = themeOf({ theme: 'dark', color: '#1890FF' })
    const { colorBgElevated } = antTheme.getDesignToken(look)
    expect(contrast(String(look.components?.Message?.contentBg), colorBgElevated)).toBeGreaterThan(1.2)
  })

  it('of links can be read on rows under the mouse and on ticked ones', () => {
    for (const color of PRESET_COLORS)
      for (const theme of ['light', 'dark'] as const) {
        const look = themeOf({ theme, color })
        const { colorLink, colorLinkHover, colorLinkActive, controlItemBgActive } =
          antTheme.getDesignToken(look)
        // Under the mouse antd lays `colorFillAlter` on the table's ground.
        const grounds = theme === 'dark' ? ['#1d1d1d'] : ['#fafafa', controlItemBgActive]
        const { rowSelectedBg, rowSelectedHoverBg } = look.components?.Table ?? {}
        for (const ground of [rowSelectedBg, rowSelectedHoverBg])
          if (ground?.startsWith('#')) grounds.push(ground)
        for (const text of [colorLink, colorLinkHover, colorLinkActive])
          for (const ground of grounds)
            expect(contrast(String(text), ground), `${color} ${theme} ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
  })

  it('of tags can be read on the light ground of their own colour', () => {
    const shades = antTheme.getDesignToken() as unknown as Record<string, string>
    const rules = [
      ...readFileSync('src/shell/layout.css', 'utf8').matchAll(
        /ant-tag-(\w+) \{\s+color: var\(--ant-([\w-]+)\)/g,
      ),
    ]
    expect(rules.length).toBe(13)
    for (const [, name, shade] of rules) {
      const [text, ground] = [shades[String(shade)], shades[`${name}-1`]]
      expect(contrast(String(text), String(ground)), `${name}: ${text} on ${ground}`).toBeGreaterThanOrEqual(
        4.5,
      )
    }
  })

  it('that are readable stay as they are', () => {
    expect(readableOn('#000000', '#ffffff')).toBe('#000000')
    expect(contrast('#000000', '#ffffff')).toBe(21)
  })
})

it('nothing fades, grows or slides for whoever asks their system for little motion', () => {
  const design = (isStill: boolean) =>
    antTheme.getDesignToken(themeOf({ theme: 'light', color: '#1677ff', isStill }))
  expect(design(false)).toMatchObject({ motionDurationMid: '0.15s', motionDurationSlow: '0.2s' })
  expect(design(true)).toMatchObject({
    motionDurationFast: '1ms',
    motionDurationMid: '1ms',
    motionDurationSlow: '1ms',
  })
})
