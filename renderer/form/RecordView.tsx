import { Button, Tabs } from 'antd'
import { useContext, useMemo } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import type { ActionHost } from '../actions/action.ts'
import { actionsAt, formActions } from '../actions/form-actions.ts'
import { useActionRunner } from '../actions/use-action-runner.tsx'
import type { PageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import { useTaken } from '../widget/use-taken.ts'
import { DetailView } from './DetailView.tsx'
import { ShellFooter } from './FormShell.tsx'
import { RecordPlaceContext } from './record-place.ts'
import { SubTableTable } from './SubTableTable.tsx'

interface Props {
  model: PageModel
  /** Codes of the actions that the user may use. */
  granted: readonly string[]
  record: Row
  onClose?: (() => void) | undefined
  /** An action changed the record. */
  onChanged(): void
  onOpen?: ActionHost['open'] | undefined
}

/** A record to read, with its sub rows. */
export function RecordView({ model, granted, record, onClose, onChanged, onOpen }: Props) {
  const { form } = model
  const taken = useTaken(form)
  const host = useMemo<ActionHost>(
    () => ({
      open: onOpen ?? (() => {}),
      removed: () => {
        onChanged()
        onClose?.()
      },
      changed: onChanged,
    }),
    [onOpen, onChanged, onClose],
  )
  const runner = useActionRunner(form, host)
  const actions = useMemo(
    () =>
      actionsAt(formActions(form, granted, taken), 'record').filter(({ code }) => onOpen || code !== 'edit'),
    [form, granted, taken, onOpen],
  )
  const records = useMemo(() => [record], [record])
  const place = useContext(RecordPlaceContext)
  const hasPage = onClose !== undefined && place?.form === form.code
  return (
    <>
      <DetailView form={form} row={record} />
      {model.subs.length > 0 ? (
        <Tabs
          items={model.subs.map(({ sub, form, title }) => ({
            key: sub.code,
            label: title,
            children: (
              <SubTableTable form={form} rows={rowsOf(record[sub.code])} one={sub.relation === 'one'} />
            ),
          }))}
        />
      ) : null}
      <ShellFooter>
        {onClose ? <Button onClick={onClose}>{t('关闭')}</Button> : null}
        {hasPage ? (
          <Button
            onClick={() => {
              onClose()
              place.open(String(record.id))
            }}
          >
            {t('在页面中打开')}
          </Button>
        ) : null}
        <ActionButtons actions={actions} records={records} runner={runner} hidesRefused />
      </ShellFooter>
      {runner.panel}
    </>
  )
}
