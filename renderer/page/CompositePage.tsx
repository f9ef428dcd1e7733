import { MenuUnfoldOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Empty, Skeleton, Tabs } from 'antd'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CompositePage as CompositeDefinition } from '#schemas/api/page.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { CompositeDocument } from '#schemas/page/composite.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { PageDictsContext } from '../data/page-dicts.ts'
import { createRecordChanges, RecordChangesContext } from '../data/record-changes.ts'
import { useAskFirst } from '../form/use-ask-first.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { Panel } from '../kit/Panel.tsx'
import { TakenWidthContext, useScreen } from '../kit/use-screen.ts'
import { FormList } from '../list/FormList.tsx'
import { FormTree } from '../list/FormTree.tsx'
import { problemLine } from '../list/ListProblems.tsx'
import { pageModel } from '../model/page-model.ts'
import './composite.css'

const LEFT_WIDTH = 280

/** A label, its control and the buttons beside them need this much (px). */
const TWO_PLACES_WIDTH = 560
const placesIn = (width = LEFT_WIDTH) => (width < TWO_PLACES_WIDTH ? 1 : 2)

/** Most pages are lists; the program of forms, a third of all, is not loaded for them. */
const LinkedRecord = lazyPart(async () => ({ default: (await import('./LinkedRecord.tsx')).LinkedRecord }))

interface Props {
  opened: CompositeDefinition
  latest: CompositeDefinition
}

/** A tree or list at the left, and at the right what belongs to the chosen record. On a telephone the left is a drawer. */
export function CompositePage({ opened, latest }: Props) {
  const { left, right } = opened.document
  const [picked, setPicked] = useState<Row | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [changes] = useState(createRecordChanges)
  const screen = useScreen()
  const narrow = screen === 'xs' || screen === 'sm'
  const onPick = useCallback((row: Row | null) => {
    setPicked(row)
    if (row) setIsOpen(false)
  }, [])
  const title = left.title ?? opened.forms[left.form]?.document.title ?? ''
  const [host] = useState(() => document.createElement('div'))
  const place = useCallback((around: HTMLElement | null) => around?.append(host), [host])
  return (
    <RecordChangesContext value={changes}>
      <div className="expo-list">
        <Problems definition={opened} />
        {narrow ? (
          <>
            <Button
              icon={<MenuUnfoldOutlined />}
              className="expo-composite-open"
              onClick={() => setIsOpen(true)}
            >
              {picked ? `${title}：${nameOf(opened, picked)}` : t('选择{title}', { title })}
            </Button>
            <Drawer
              open={isOpen}
              placement="left"
              size="min(360px, 90vw)"
              title={title}
              forceRender
              onClose={() => setIsOpen(false)}
            >
              <div ref={place} />
            </Drawer>
          </>
        ) : null}
        <div className="expo-composite">
          {narrow ? null : (
            <aside
              ref={place}
              className="expo-composite-left"
              style={{ width: left.width ?? LEFT_WIDTH }}
              aria-label={title}
            />
          )}
          <div className="expo-composite-right">
            {picked ? (
              <TakenWidthContext value={narrow ? 0 : (left.width ?? LEFT_WIDTH)}>
                <Parts definition={opened} latest={latest} parts={right} picked={picked} />
              </TakenWidthContext>
            ) : (
              <Panel>
                <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('请先选择{title}', { title })} />
              </Panel>
            )}
          </div>
        </div>
        {/* Its element moves between the drawer and the side: what is chosen and typed there stays while the window changes. */}
        {createPortal(
          <Left definition={opened} latest={latest} title={title} titled={narrow} onPick={onPick} />,
          host,
        )}
      </div>
    </RecordChangesContext>
  )
}

function nameOf({ document, forms }: CompositeDefinition, row: Row): string {
  const form = forms[document.left.form]?.document
  const name = form?.tree?.label ?? Object.keys(form?.schema.properties ?? {})[0] ?? 'id'
  return String(row[name] ?? row.id)
}

interface LeftProps {
  definition: CompositeDefinition
  latest: CompositeDefinition
  title: string
  /** The title stands above it already. */
  titled: boolean
  onPick(row: Row | null): void
}

function Left({ definition, latest, title, titled, onPick }: LeftProps) {
  const { left, right } = definition.document
  const { form, as } = left
  const page = definition.forms[form]
  const model = useMemo(() => (page ? pageModel(page) : null), [page])
  const askFirst = useAskFirst()
  if (!model) return null
  const granted = latest.forms[form]?.access.actions ?? []
  return (
    <PageDictsContext value={model.definition.dicts}>
      {as === 'tree' && model.form.tree ? (
        <FormTree
          model={model}
          granted={granted}
          title={title}
          titled={titled}
          onPick={onPick}
          askFirst={askFirst}
          besideRecord={right.some((part) => part.form === form && part.as === 'record')}
        />
      ) : (
        <FormList
          model={model}
          granted={granted}
          onPick={onPick}
          askFirst={askFirst}
          queryPlaces={titled ? 1 : placesIn(left.width)}
        />
      )}
    </PageDictsContext>
  )
}

type Part = CompositeDocument['right'][number]

interface PartsProps {
  definition: CompositeDefinition
  latest: CompositeDefinition
  parts: readonly Part[]
  picked: Row
}

/** What belongs to the chosen record; several parts are tabs. */
function Parts({ definition, latest, parts, picked }: PartsProps) {
  const [active, setActive] = useState('0')
  const askFirst = useAskFirst()
  const drawn = parts.map((part, at) => ({
    key: String(at),
    label: part.title ?? definition.forms[part.form]?.document.title ?? part.form,
    children: (
      <RightPart
        key={String(picked.id)}
        definition={definition}
        latest={latest}
        part={part}
        picked={picked}
      />
    ),
  }))
  const [only] = drawn
  if (only && drawn.length === 1) return only.children
  return (
    <Tabs
      destroyOnHidden
      items={drawn}
      activeKey={active}
      onChange={(key) => askFirst(() => setActive(key))}
    />
  )
}

interface PartProps {
  definition: CompositeDefinition
  latest: CompositeDefinition
  part: Part
  picked: Row
}

function RightPart({ definition, latest, part, picked }: PartProps) {
  const { form, as, link } = part
  const page = definition.forms[form]
  const model = useMemo(() => (page ? pageModel(page) : null), [page])
  const value = picked[link.from]
  const where = useMemo<Condition>(
    () => ({ field: link.field, rule: 'eq', val: String(value ?? '') }),
    [link.field, value],
  )
  const preset = useMemo(
    () => (link.field === 'id' ? undefined : { [link.field]: value }),
    [link.field, value],
  )
  if (!model) return null
  if (value === null || value === undefined || value === '')
    return (
      <Panel>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
      </Panel>
    )
  const granted = latest.forms[form]?.access.actions ?? []
  return (
    <PageDictsContext value={model.definition.dicts}>
      {as === 'record' ? (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
          <LinkedRecord model={model} granted={granted} where={where} preset={preset} />
        </Suspense>
      ) : (
        <FormList model={model} granted={granted} where={where} preset={preset} />
      )}
    </PageDictsContext>
  )
}

function Problems({ definition: { problems, outdated } }: { definition: CompositeDefinition }) {
  if (problems.length === 0 && !outdated) return null
  return (
    <Alert
      type="warning"
      showIcon
      closable
      className="expo-list-problems"
      title={
        outdated
          ? t('该页面的最新文档无法使用，当前显示的是上一个可用版本')
          : t('该页面的文档有 {count} 处问题，其余部分可正常使用', { count: problems.length })
      }
      description={
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>{problemLine(problem)}</li>
          ))}
        </ul>
      }
    />
  )
}
