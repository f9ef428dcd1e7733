import { ArrowLeftOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Flex, Skeleton, Tabs, Tooltip, Typography } from 'antd'
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import type { Action, ActionHost } from '../actions/action.ts'
import { formActions } from '../actions/form-actions.ts'
import { PanelBoundary } from '../actions/PanelBoundary.tsx'
import { useActionRunner } from '../actions/use-action-runner.tsx'
import { rowSource } from '../data/row-source.ts'
import { useRequest } from '../data/use-request.ts'
import { DetailView } from '../form/DetailView.tsx'
import { SubTableTable } from '../form/SubTableTable.tsx'
import { FaultFace } from '../kit/FaultFace.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useRecordDialog } from '../list/use-record-dialog.tsx'
import type { PageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { useFormTurn } from '../widget/use-form-turn.ts'
import { useRecordTitle } from '../widget/use-record-title.ts'
import { useTaken } from '../widget/use-taken.ts'
import { fileFields, RecordFiles } from './RecordFiles.tsx'
import './record-page.css'
import { type Neighbour, useNeighbours } from './use-neighbours.ts'

interface Props {
  model: PageModel
  granted: readonly string[]
  id: string
  /** The list's query, to which the page belongs. */
  search: string
  /** Shows another record, on another page of the list; without a record the list. */
  onRecord(id: string | null, pageNo?: number): void
  /** Hears when the record was changed, or is gone. */
  onChanged(): void
}

/** What the tabs of a record open besides its own fields: parts of the app, by the names of their panels. */
const PANELS = { comments: 'record-comments', life: 'record-life' } as const

/** One record in place of its list: to read, with everything that belongs to it, and with the records before and after it. */
export function RecordPage({ model, granted, id, search, onRecord, onChanged }: Props) {
  const { client } = useRenderer()
  const { form } = model
  const outer = useFormTurn(form.code)
  const [own, setOwn] = useState(0)
  const turn = outer + own
  const reload = useCallback(() => {
    setOwn((before) => before + 1)
    onChanged()
  }, [onChanged])
  const found = useRequest(
    async (signal) => ({ id, row: await client.get(form.code, id, { signal }) }),
    [client, form, id, turn],
  )
  const { previous, next, place, total } = useNeighbours(model, search, id, turn)
  const [tab, setTab] = useState('fields')
  const { data, error } = found
  // The record before stays in sight while the next one comes.
  const record = data && (data.id === id || !error) ? data.row : null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const go = (to: Neighbour | null) => to && onRecord(to.id, to.pageNo)
  const handleKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'PageUp' && event.key !== 'PageDown')) return
    event.preventDefault()
    go(event.key === 'PageUp' ? previous : next)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole page, besides its buttons
    <div className="expo-record-page" onKeyDown={handleKey}>
      <Panel>
        <Flex className="expo-record-head" align="center" gap={8} wrap>
          <Button icon={<ArrowLeftOutlined />} onClick={() => onRecord(null)}>
            {t('返回列表')}
          </Button>
          <h2 ref={heading} tabIndex={-1} className="expo-record-title">
            {record ? <RecordTitle model={model} row={record} /> : form.title}
          </h2>
          <Flex className="expo-record-steps" align="center" gap={8}>
            {place === null ? null : (
              <Typography.Text type="secondary">
                {t('第 {place} 条，共 {total} 条', { place, total })}
              </Typography.Text>
            )}
            <Step title={t('上一条')} keys="Alt+PageUp" icon={<LeftOutlined />} to={previous} onGo={go} />
            <Step title={t('下一条')} keys="Alt+PageDown" icon={<RightOutlined />} to={next} onGo={go} />
          </Flex>
          {record ? (
            <RecordActions
              model={model}
              granted={granted}
              record={record}
              onChanged={reload}
              onRemoved={() => {
                onChanged()
                onRecord(null)
              }}
            />
          ) : null}
        </Flex>
      </Panel>
      <Panel>
        {error ? (
          <FaultFace
            status={error.status === 404 ? '404' : error.status === 403 ? '403' : 'error'}
            title={error.status === 404 ? t('记录不存在或已被删除') : error.message}
            subTitle={
              error.requestId ? t('请求编号：{requestId}', { requestId: error.requestId }) : undefined
            }
            extra={<Button onClick={found.reload}>{t('重试')}</Button>}
          />
        ) : data ? (
          <RecordTabs
            model={model}
            id={data.id}
            record={data.row}
            tab={tab}
            onTab={setTab}
            onChanged={reload}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Panel>
    </div>
  )
}

function RecordTitle({ model: { form }, row }: { model: PageModel; row: Row }) {
  return useRecordTitle(form)(row)
}

interface StepProps {
  title: string
  keys: string
  icon: ReactNode
  to: Neighbour | null
  onGo(to: Neighbour | null): void
}

function Step({ title, keys, icon, to, onGo }: StepProps) {
  return (
    <Tooltip title={`${title} (${keys})`}>
      <Button
        icon={icon}
        aria-label={title}
        aria-keyshortcuts={keys}
        disabled={to === null}
        onClick={() => onGo(to)}
      />
    </Tooltip>
  )
}

interface ActionsProps {
  model: PageModel
  granted: readonly string[]
  record: Row
  onChanged(): void
  onRemoved(): void
}

/** The actions of a row and of a record, which are the same here. */
function RecordActions({ model, granted, record, onChanged, onRemoved }: ActionsProps) {
  const { form } = model
  const taken = useTaken(form)
  const dialog = useRecordDialog(model, granted, onChanged, true)
  const { open } = dialog
  const host = useMemo<ActionHost>(
    () => ({ open, removed: onRemoved, changed: onChanged }),
    [open, onRemoved, onChanged],
  )
  const runner = useActionRunner(form, host)
  const actions = useMemo(() => formActions(form, granted, taken).filter(isOfRecord), [form, granted, taken])
  const records = useMemo(() => [record], [record])
  return (
    <>
      <Flex className="expo-record-actions" gap={8} wrap justify="flex-end">
        <ActionButtons actions={actions} records={records} runner={runner} hidesRefused />
      </Flex>
      {dialog.element}
      {runner.panel}
    </>
  )
}

function isOfRecord({ at, code }: Action): boolean {
  return code !== 'detail' && (at.includes('row') || at.includes('record'))
}

interface TabsProps {
  model: PageModel
  id: string
  record: Row
  tab: string
  onTab(tab: string): void
  onChanged(): void
}

function RecordTabs({ model, id, record, tab, onTab, onChanged }: TabsProps) {
  const { form } = model
  const { panels = {}, client } = useRenderer()
  const taken = useTaken(form)
  const files = fileFields(form, taken)
  const panel = (name: string, version: unknown = '') => (
    <RecordPanel key={`${id} ${version}`} name={name} model={model} record={record} onChanged={onChanged} />
  )
  const items = [
    { key: 'fields', label: t('基本信息'), children: <DetailView form={form} row={record} /> },
    ...model.subs.map(({ sub, form, title }) => ({
      key: `sub ${sub.code}`,
      label: title,
      children: <SubTableTable form={form} rows={rowsOf(record[sub.code])} one={sub.relation === 'one'} />,
    })),
    ...(files.length > 0
      ? [{ key: 'files', label: t('附件'), children: <RecordFiles fields={files} row={record} /> }]
      : []),
    ...(Object.hasOwn(panels, PANELS.comments)
      ? [{ key: 'comments', label: t('评论'), children: panel(PANELS.comments) }]
      : []),
    // Asked only of a server that logs: one that takes nothing back has no log to show.
    ...(client.undo && Object.hasOwn(panels, PANELS.life)
      ? [{ key: 'life', label: t('数据日志'), children: panel(PANELS.life, record._version) }]
      : []),
  ]
  return <Tabs items={items} activeKey={tab} onChange={onTab} destroyOnHidden />
}

interface PanelProps {
  name: string
  model: PageModel
  record: Row
  onChanged(): void
}

/** A panel of the app that stands on the page, not in a dialog. */
function RecordPanel({ name, model, record, onChanged }: PanelProps) {
  const { panels = {}, client } = useRenderer()
  const records = useMemo(() => [record], [record])
  const Part = panels[name]?.component
  if (!Part) return null
  return (
    <PanelBoundary name={name}>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 5 }} />}>
        <Part
          records={records}
          source={rowSource(model.form)}
          client={client}
          changed={onChanged}
          done={onChanged}
          close={nothing}
          setUnsaved={nothing}
        />
      </Suspense>
    </PanelBoundary>
  )
}

const nothing = () => {}
