import type { MenuProps } from 'antd'
import type { Row } from '#schemas/compile/model.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import type { Action } from '../actions/action.ts'
import type { ActionRunner } from '../actions/use-action-runner.tsx'

interface Props {
  actions: readonly Action[]
  records: readonly Row[]
  runner: ActionRunner
  /** Only the daily one has a button; the others stand in a menu. */
  isNarrow: boolean
}

/** The buttons of a page. */
export function PageActions({ actions, isNarrow, ...rest }: Props) {
  return <ActionButtons actions={isNarrow ? actions.filter(isDaily) : actions} {...rest} />
}

/** Entries of a menu for those without a button; none where there is room for all. */
export function moreActions({ actions, records, runner, isNarrow }: Props): NonNullable<MenuProps['items']> {
  if (!isNarrow) return []
  const { running, can, press } = runner
  return actions
    .filter((action) => !isDaily(action))
    .map((action) => ({
      key: action.code,
      label: action.title,
      danger: action.danger ?? false,
      disabled: running !== null || !can(action, records),
      onClick: () => void press(action, records),
    }))
}

function isDaily({ primary }: Action): boolean {
  return primary === true
}
