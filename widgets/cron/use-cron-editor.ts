import { useState } from 'react'
import {
  CRON_PARTS,
  type CronPart,
  type CronSetting,
  type CronTexts,
  firstSetting,
  readCron,
  settingOf,
  textOf,
  withPart,
  writeCron,
} from '#schemas/rules/cron-parts.ts'

/** An expression that is put together. */
export interface CronEditor {
  /** As it stands now; the very text that was begun with until something is set. */
  expression: string
  setting(part: CronPart): CronSetting
  set(part: CronPart, change: Partial<CronSetting>): void
  /** The whole expression, typed. */
  write(expression: string): void
}

interface State {
  expression: string
  parts: CronTexts
  /** What each mode of a part said last: it is there again when the mode is chosen again. */
  settings: Readonly<Record<CronPart, CronSetting>>
}

/** The state of an editor that begins with an expression. */
export function useCronEditor(begun: string): CronEditor {
  const [{ expression, parts, settings }, setState] = useState<State>(() => stateOf(begun, null))
  return {
    expression,
    setting: (part) => settings[part],
    set: (part, change) => {
      const setting = { ...settings[part], ...change }
      const next = withPart(parts, part, textOf(part, setting))
      setState({
        expression: writeCron(next),
        parts: next,
        settings: { ...read(next, { ...settings, [part]: setting }), [part]: setting },
      })
    },
    write: (written) => setState(stateOf(written, settings)),
  }
}

function stateOf(expression: string, before: State['settings'] | null): State {
  const parts = readCron(expression)
  return { expression, parts, settings: read(parts, before) }
}

function read(parts: CronTexts, before: State['settings'] | null): State['settings'] {
  const thisYear = new Date().getFullYear()
  return Object.fromEntries(
    CRON_PARTS.map((part) => [
      part,
      { ...(before?.[part] ?? firstSetting(part, thisYear)), ...settingOf(part, parts[part]) },
    ]),
  ) as State['settings']
}
