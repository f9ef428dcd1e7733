import { Button, Flex, Steps, Typography } from 'antd'
import { type ReactNode, useContext, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { FormGroup } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { firstEditable } from '../kit/focus-first.ts'
import { useScreen } from '../kit/use-screen.ts'
import { focusField } from './focus-field.ts'
import { ShellContext } from './shell-context.ts'
import { FormScopeContext } from './store-context.ts'

interface Props {
  groups: readonly FormGroup[]
  /** Title of the group that is shown; the first one at the beginning. */
  active: string | null
  onActive(title: string): void
  /** Errors by title of their group. */
  counts: ReadonlyMap<string, number>
  contentOf(group: FormGroup): ReactNode
}

/** The groups of a form as steps. A step is judged before the next one is shown; what was typed in any of them stays. */
export function FormSteps({ groups, active, onActive, counts, contentOf }: Props) {
  const scope = useContext(FormScopeContext)
  const shell = useContext(ShellContext)
  const isNarrow = useScreen() === 'xs'
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const keyOf = (group: FormGroup | undefined) => group?.title ?? ''
  const titleOf = (group: FormGroup | undefined) => group?.title ?? t('基本信息')
  const at = Math.max(
    0,
    groups.findIndex((group) => keyOf(group) === active),
  )

  function show(index: number) {
    onActive(keyOf(groups[index]))
    // The step has its controls after the next painting.
    setTimeout(() => {
      const step = place.current?.querySelector<HTMLElement>('.expo-form-step:not([hidden])')
      if (step) firstEditable(step)?.focus()
    }, 0)
  }

  /** Back at once; forward as far as the steps between are sound. */
  function go(to: number) {
    for (let step = at; step < to; step++) {
      const names = new Set(groups[step]?.fields.map(({ name }) => name))
      const [first] = scope?.store.validate(names) ?? []
      if (!first) continue
      onActive(keyOf(groups[step]))
      if (place.current) focusField(place.current, scope?.store.placeOf(first.field) ?? first.field)
      return
    }
    show(to)
  }

  const now = groups[at]
  const between = (
    <Flex className="expo-form-buttons" gap={8} justify="end">
      {at > 0 ? <Button onClick={() => show(at - 1)}>{t('上一步')}</Button> : null}
      {at < groups.length - 1 ? <Button onClick={() => go(at + 1)}>{t('下一步')}</Button> : null}
    </Flex>
  )
  return (
    <div ref={place}>
      <Steps
        size="small"
        responsive={false}
        current={at}
        onChange={go}
        items={groups.map((group, index) => ({
          // A telephone has no room for the titles beside each other: that of the step stands below.
          title: isNarrow ? undefined : titleOf(group),
          ...((counts.get(keyOf(group)) ?? 0) > 0 ? { status: 'error' as const } : {}),
          'aria-label': titleOf(group),
          ...(index === at ? { 'aria-current': 'step' as const } : {}),
        }))}
      />
      <Typography.Title level={5} id={id} className="expo-form-step-title" role="status">
        {t('第 {place} 步，共 {count} 步：{title}', {
          place: at + 1,
          count: groups.length,
          title: titleOf(now),
        })}
      </Typography.Title>
      {groups.map((group, index) => (
        <section
          key={keyOf(group)}
          className="expo-form-group expo-form-step"
          aria-label={titleOf(group)}
          hidden={index !== at}
        >
          {contentOf(group)}
        </section>
      ))}
      {/* In a shell beside its buttons, which stay in sight however long the step is. */}
      {!shell ? between : shell.steps ? createPortal(between, shell.steps) : null}
    </div>
  )
}
