import type { ChangedAction, DeclaredAction } from '../../page/action.ts'
import { ADDRESS_FIELD } from '../../page/action-words.ts'
import { ACTION_CALLS } from '../../page/call-names.ts'
import type { Condition } from '../../page/condition.ts'
import type { FormAction, FormDocument } from '../../page/form.ts'
import { LIST_ACTIONS } from '../../page/form-words.ts'
import { PANEL_NAMES } from '../../page/panel-names.ts'
import { actionCode, CONDITIONAL_ACTIONS, isDeclared } from '../action-code.ts'
import { checkCondition, checkVariables, isColumn } from './check-dict.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import type { References } from './references.ts'

/** Checks the actions of a form: a spoilt one is left out, so that its button is absent instead of doing half of it. */
export function checkActions(findings: Findings, document: FormDocument, references: References): void {
  const seen = new Set<string>()
  for (const [at, action] of (document.list?.actions ?? []).entries()) {
    const place = ['list', 'actions', at]
    const drop = () => {
      const { list } = document
      if (list?.actions) list.actions = list.actions.filter((entry) => entry !== action)
    }
    const code = actionCode(action)
    const builtIn = (LIST_ACTIONS as readonly string[]).includes(code)
    if (isDeclared(action) && builtIn)
      findings.error(
        [...place, 'does'],
        'reserved',
        `"${code}" 是内置操作，不能写 does；自己的操作请换一个编码`,
        { repair: drop, atKey: true },
      )
    else if (seen.has(code)) {
      const when = conditionOf(action)
      findings.error(
        typeof action === 'string' ? place : [...place, 'code'],
        'duplicate',
        `操作 "${code}" 重复，只使用第一个${when ? '，并须同时满足此处的 when' : ''}`,
        {
          repair: () => {
            dropAt(document, at, action)
            if (when) narrowFirst(document, code, when)
          },
        },
      )
    }
    seen.add(code)
    if (isDeclared(action)) checkAction(findings, document, place, action, references, drop)
    else if (typeof action !== 'string') checkChanged(findings, document, place, action, drop)
  }
}

/** A condition that would not hold is an error: without it the action would be offered for every record. */
function checkChanged(
  findings: Findings,
  document: FormDocument,
  place: Place,
  { code, when }: ChangedAction,
  repair: () => void,
): void {
  if (!when) return
  if ((CONDITIONAL_ACTIONS as readonly string[]).includes(code))
    checkCondition(findings, [...place, 'when'], when, document)
  else
    findings.error(
      [...place, 'when'],
      'no-effect',
      code === 'batch_delete'
        ? '批量删除遵守 delete 的 when，请写在 delete 上；不显示这个操作'
        : code === 'batch_edit'
          ? '批量编辑遵守 edit 的 when，请写在 edit 上；不显示这个操作'
          : `内置操作中只有 edit 和 delete 可以写 when，不显示 "${code}"`,
      { repair, atKey: true },
    )
}

/** The condition of a built-in action that the server keeps; null for all others. */
function conditionOf(action: FormAction): Condition | null {
  if (typeof action === 'string' || isDeclared(action)) return null
  return (CONDITIONAL_ACTIONS as readonly string[]).includes(action.code) ? (action.when ?? null) : null
}

/** A condition must not go with the entry that repeats an action: without it every record could be changed. */
function narrowFirst(document: FormDocument, code: string, when: Condition): void {
  const actions = document.list?.actions ?? []
  const at = actions.findIndex((one) => actionCode(one) === code)
  const first = actions[at]
  if (first === undefined || (typeof first !== 'string' && isDeclared(first))) return
  const said = typeof first === 'string' ? { code: first } : first
  actions[at] = { ...said, when: said.when ? { and: [said.when, when] } : when }
}

/** The same code twice may be the same text twice: the later one goes. */
function dropAt(document: FormDocument, at: number, action: unknown): void {
  const { list } = document
  const last = list?.actions?.lastIndexOf(action as never) ?? -1
  if (last >= 0 && last <= at) list?.actions?.splice(last, 1)
}

function checkAction(
  findings: Findings,
  document: FormDocument,
  place: Place,
  action: DeclaredAction,
  references: References,
  drop: () => void,
): void {
  const { does, when, at } = action
  checkRight(findings, document, place, action, drop)
  if (when) {
    if (at === 'page') findings.warning([...place, 'when'], 'no-effect', '页面按钮没有记录，when 不起作用')
    else checkCondition(findings, [...place, 'when'], when, document)
  }
  if ('call' in does)
    needName(findings, [...place, 'does', 'call'], does.call, references.calls ?? ACTION_CALLS, '调用', drop)
  else if ('panel' in does)
    needName(
      findings,
      [...place, 'does', 'panel'],
      does.panel,
      references.panels ?? PANEL_NAMES,
      '面板',
      drop,
    )
  else if ('go' in does) checkAddress(findings, document, place, action, does.go, drop)
  else checkSet(findings, document, place, action, does.set, drop)
  if (!action.ask) return
  const { field } = action.ask
  if ('set' in does && !Object.hasOwn(document.schema.properties, field))
    needColumn(findings, document, [...place, 'ask', 'field'], field, drop)
  else if ('panel' in does || 'go' in does)
    findings.warning([...place, 'ask'], 'no-effect', '只有 call 和 set 的操作能询问文字，ask 不起作用')
}

/** A right that no action of the document has is one that no role can hold. */
function checkRight(
  findings: Findings,
  document: FormDocument,
  place: Place,
  { code, right }: DeclaredAction,
  repair: () => void,
): void {
  if (right === undefined || right === 'list') return
  const known = (document.list?.actions ?? []).flatMap((one) =>
    isDeclared(one) && one.right !== undefined ? [] : actionCode(one),
  )
  if (!known.includes(right))
    findings.error(
      [...place, 'right'],
      'unknown-name',
      `操作 "${code}" 使用的权限 "${right}" 不是本文档其他操作的权限，不显示这个操作`,
      { suggestion: didYouMean(right, [...known, 'list']), repair },
    )
}

function needName(
  findings: Findings,
  place: Place,
  name: string,
  known: readonly string[],
  what: string,
  repair: () => void,
): void {
  if (!known.includes(name))
    findings.error(place, 'unknown-name', `${what} "${name}" 不存在，不显示这个操作`, {
      suggestion: didYouMean(name, known),
      repair,
    })
}

function checkAddress(
  findings: Findings,
  document: FormDocument,
  place: Place,
  { at }: DeclaredAction,
  address: string,
  repair: () => void,
): void {
  const names = [...address.matchAll(ADDRESS_FIELD)].map(([, name = '']) => name)
  if (names.length > 0 && (at === 'page' || at === 'selection'))
    findings.error([...place, 'does', 'go'], 'no-record', '只有行和记录的操作能在地址中使用 #{字段}', {
      repair,
    })
  for (const name of names) needColumn(findings, document, [...place, 'does', 'go'], name, repair)
}

function checkSet(
  findings: Findings,
  document: FormDocument,
  place: Place,
  { at }: DeclaredAction,
  values: object,
  repair: () => void,
): void {
  if (at === 'page')
    findings.error([...place, 'does', 'set'], 'no-record', '页面按钮没有记录，不能设置字段', { repair })
  for (const [name, value] of Object.entries(values)) {
    checkVariables(findings, [...place, 'does', 'set', name], value, '不显示这个操作', repair)
    if (!Object.hasOwn(document.schema.properties, name))
      needColumn(findings, document, [...place, 'does', 'set', name], name, repair, true)
  }
}

function needColumn(
  findings: Findings,
  document: FormDocument,
  place: Place,
  name: string,
  repair: () => void,
  atKey = false,
): void {
  if (!atKey && isColumn(document, name)) return
  findings.error(place, 'unknown-field', `字段 "${name}" 不存在`, {
    suggestion: didYouMean(name, Object.keys(document.schema.properties)),
    repair,
    atKey,
  })
}
