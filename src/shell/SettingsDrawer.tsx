import { CheckOutlined } from '@ant-design/icons'
import { App, Button, Divider, Drawer, Flex, Radio, Select, Switch, Tooltip, Typography } from 'antd'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { text } from '../text/zh-CN.ts'
import {
  changeSettings,
  colorAtom,
  DEFAULT_SETTINGS,
  PRESET_COLORS,
  type Settings,
  settingsAtom,
} from './settings.ts'
import { themeOf } from './theme.ts'

/** How the shell looks. Every change shows at once. */
export function SettingsDrawer({ onClose }: { onClose(): void }) {
  const [settings, setSettings] = useAtom(settingsAtom)
  const shown = useAtomValue(colorAtom)
  const [isOpen, setOpen] = useState(true)
  const { message } = App.useApp()
  function change(part: Partial<Settings>) {
    const next = changeSettings(settings, part)
    try {
      // A look that cannot be made must not be kept: it would fail again at every start.
      themeOf(next)
      setSettings(next)
    } catch (error) {
      console.error('theme', error)
      void message.error(text.error.theme)
    }
  }
  const words = text.settings
  const isTop = settings.layout === 'topmenu'

  return (
    <Drawer
      open={isOpen}
      title={words.title}
      size={320}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClose()}
    >
      <Section title={words.menuTheme}>
        <Radio.Group
          aria-label={words.menuTheme}
          value={settings.menuTheme}
          onChange={(event) => change({ menuTheme: event.target.value })}
          options={[
            { value: 'dark', label: words.menuDark },
            { value: 'light', label: words.menuLight },
          ]}
        />
        <Line label={words.darkMode}>
          <Switch
            aria-label={words.darkMode}
            checked={settings.theme === 'dark'}
            onChange={(on) => change({ theme: on ? 'dark' : 'light' })}
          />
        </Line>
      </Section>
      <Section title={words.color}>
        <Flex gap={8} role="radiogroup" aria-label={words.color}>
          {PRESET_COLORS.map((color, at) => (
            <Tooltip key={color} title={words.colors[at]}>
              {/* biome-ignore lint/a11y/useSemanticElements: a radio input cannot be drawn as a coloured square with a tick */}
              <button
                type="button"
                role="radio"
                aria-checked={shown.toUpperCase() === color}
                aria-label={words.colors[at]}
                className="color-choice"
                style={{ background: color }}
                onClick={() => change({ color, ownColor: true })}
              >
                {shown.toUpperCase() === color ? <CheckOutlined /> : null}
              </button>
            </Tooltip>
          ))}
        </Flex>
      </Section>
      <Section title={words.layout}>
        <Radio.Group
          aria-label={words.layout}
          value={settings.layout}
          onChange={(event) => change({ layout: event.target.value })}
          options={[
            { value: 'sidemenu', label: words.side },
            { value: 'topmenu', label: words.top },
          ]}
        />
        <Line label={words.contentWidth} hint={words.contentWidthHint}>
          <Select
            size="small"
            aria-label={words.contentWidth}
            disabled={!isTop}
            value={settings.contentWidth}
            onChange={(contentWidth) => change({ contentWidth })}
            options={[
              { value: 'Fixed' as const, label: words.fixed },
              { value: 'Fluid' as const, label: words.fluid },
            ]}
          />
        </Line>
        <Toggle
          label={words.fixedHeader}
          checked={settings.fixedHeader}
          onChange={(fixedHeader) => change({ fixedHeader })}
        />
        <Toggle
          label={words.autoHide}
          hint={words.autoHideHint}
          disabled={!settings.fixedHeader}
          checked={settings.autoHideHeader}
          onChange={(autoHideHeader) => change({ autoHideHeader })}
        />
        <Toggle
          label={words.fixedSider}
          hint={words.fixedSiderHint}
          disabled={isTop}
          checked={settings.fixedSidebar}
          onChange={(fixedSidebar) => change({ fixedSidebar })}
        />
      </Section>
      <Section title={words.other}>
        <Toggle
          label={words.weak}
          checked={settings.colorWeak}
          onChange={(colorWeak) => change({ colorWeak })}
        />
        <Toggle
          label={words.multipage}
          checked={settings.multipage}
          onChange={(multipage) => change({ multipage })}
        />
      </Section>
      <Button block onClick={() => change({ ...DEFAULT_SETTINGS, sidebarOpened: settings.sidebarOpened })}>
        {words.reset}
      </Button>
    </Drawer>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Typography.Title level={5}>{title}</Typography.Title>
      <Flex vertical gap={12}>
        {children}
      </Flex>
      <Divider />
    </>
  )
}

function Line({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <Flex justify="space-between" align="center">
      <Tooltip title={hint}>
        <span>{label}</span>
      </Tooltip>
      {children}
    </Flex>
  )
}

interface ToggleProps {
  label: string
  hint?: string
  disabled?: boolean
  checked: boolean
  onChange(checked: boolean): void
}

function Toggle({ label, hint, disabled = false, checked, onChange }: ToggleProps) {
  return (
    <Line label={label} {...(hint ? { hint } : {})}>
      <Switch size="small" aria-label={label} disabled={disabled} checked={checked} onChange={onChange} />
    </Line>
  )
}
