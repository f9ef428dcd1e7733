import { Empty, Tabs } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { Panel } from '../kit/Panel.tsx'
import { useRecordTitle } from '../widget/use-record-title.ts'
import { FormList, type FormListProps } from './FormList.tsx'
import { ListProblems } from './ListProblems.tsx'
import { useCards } from './RecordTable.tsx'
import { SubList, SubLists } from './SubLists.tsx'

/** The generated list page of a form, and how its sub tables stand on it. */
export function ListPage(props: FormListProps) {
  const { model } = props
  const theme = model.subs.length > 0 ? model.form.document.layout?.theme : undefined
  return (
    <div className="expo-list">
      <ListProblems model={model} />
      {theme === 'erp' ? (
        <MainAndSubs {...props} />
      ) : theme === 'tab' ? (
        <MainThenSubs {...props} />
      ) : theme === 'innerTable' ? (
        <FormList {...props} below={(row) => <SubLists model={model} main={row} />} />
      ) : (
        <FormList {...props} />
      )}
    </div>
  )
}

/** So that the sub lists below stay in view. */
const MAIN_HEIGHT = 'max(220px, 36vh)'

/** The sub lists of the chosen main record below the main list. */
function MainAndSubs(props: FormListProps) {
  const [main, setMain] = useState<Row | null>(null)
  const subs = useRef<HTMLDivElement>(null)
  const areCards = useCards(false)
  const id = main?.id
  // A narrow window has only the main records in view.
  useEffect(() => {
    if (areCards && id !== undefined) subs.current?.scrollIntoView({ block: 'start' })
  }, [areCards, id])
  return (
    <>
      <FormList {...props} onPick={setMain} ticksToo height={MAIN_HEIGHT} />
      <div ref={subs} className="expo-list-top">
        <Panel className="expo-sub-lists">
          {main ? <SubLists model={props.model} main={main} /> : <ChooseFirst />}
        </Panel>
      </div>
    </>
  )
}

/** Main list and sub lists as tabs; what is chosen in the first decides the others. */
function MainThenSubs(props: FormListProps) {
  const { model } = props
  const [main, setMain] = useState<Row | null>(null)
  const nameOf = useRecordTitle(model.form)
  return (
    <Tabs
      items={[
        {
          key: model.form.code,
          label: model.form.title,
          children: <FormList {...props} onPick={setMain} ticksToo />,
        },
        ...model.subs.map((sub) => ({
          key: `sub ${sub.sub.code}`,
          label: sub.title,
          children: main ? (
            <>
              <p className="expo-sub-of">{`${model.form.title}：${nameOf(main)}`}</p>
              <SubList key={String(main.id)} model={model} sub={sub} main={main} />
            </>
          ) : (
            <Panel>
              <ChooseFirst />
            </Panel>
          ),
        })),
      ]}
    />
  )
}

function ChooseFirst() {
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('请先在主表中选择一条记录')} />
}
