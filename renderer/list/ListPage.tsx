import { Empty, Tabs } from 'antd'
import { useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { Panel } from '../kit/Panel.tsx'
import { FormList, type FormListProps } from './FormList.tsx'
import { ListProblems } from './ListProblems.tsx'
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

/** The sub lists of the chosen main record below the main list. */
function MainAndSubs(props: FormListProps) {
  const [main, setMain] = useState<Row | null>(null)
  return (
    <>
      <FormList {...props} onPick={setMain} />
      <Panel className="expo-sub-lists">
        {main ? <SubLists model={props.model} main={main} /> : <ChooseFirst />}
      </Panel>
    </>
  )
}

/** Main list and sub lists as tabs; what is chosen in the first decides the others. */
function MainThenSubs(props: FormListProps) {
  const { model } = props
  const [main, setMain] = useState<Row | null>(null)
  return (
    <Tabs
      items={[
        {
          key: model.form.code,
          label: model.form.title,
          children: <FormList {...props} onPick={setMain} />,
        },
        ...model.subs.map((sub) => ({
          key: `sub ${sub.sub.code}`,
          label: sub.title,
          children: main ? (
            <SubList key={String(main.id)} model={model} sub={sub} main={main} />
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
