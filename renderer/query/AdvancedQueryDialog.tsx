import { App, Button } from 'antd'
import { useState } from 'react'
import type { QuerySettings, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { groupCondition } from '#schemas/compile/wire/query-record.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import type { NewQuery } from '../data/saved-queries.ts'
import { PickDialog } from '../kit/PickDialog.tsx'
import type { PageModel } from '../model/page-model.ts'
import type { QueryField } from '../model/query-fields.ts'
import { ConditionGroup } from './ConditionGroup.tsx'
import { countRows, draftCondition, draftOf, unfinishedRows } from './query-draft.ts'
import { SavedQueryList } from './SavedQueryList.tsx'
import { SaveQueryDialog } from './SaveQueryDialog.tsx'
import type { QuerySet } from './use-saved-queries.ts'
import './advanced-query.css'

const WIDTH = 1000
/** Most rows: more would not fit into the address of a call. */
const MAX_ROWS = 50
const NO_KEYS: ReadonlySet<number> = new Set()

interface Props {
  model: PageModel
  fields: ReadonlyMap<string, QueryField>
  nests: boolean
  /** What is applied now. */
  condition: Condition | null
  saved: QuerySet
  /** The saved query that the list comes from. */
  active: SavedQueryOfUser | null
  /** What is kept of the list with this condition. */
  settings(condition: Condition): QuerySettings
  onClose(): void
  /** Null takes back what is applied. */
  onApply(condition: Condition | null): void
}

/** Builds an advanced query: conditions of field, rule and value, and queries that were kept under a name. */
export function AdvancedQueryDialog(props: Props) {
  const { model, fields, nests, condition, saved, active, settings, onClose, onApply } = props
  const { message } = App.useApp()
  const { keeper, place, queries, keep } = saved
  const { form } = model
  const [draft, setDraft] = useState(() => draftOf(condition))
  const [invalid, setInvalid] = useState(NO_KEYS)
  const [takenId, setTakenId] = useState(active?.id ?? null)
  const taken = queries.find(({ id }) => id === takenId) ?? null
  /** What is to be saved, while its name is asked for. */
  const [naming, setNaming] = useState<Condition | null>(null)
  /** What was built, where it is whole; else the reason is said. */
  function whole(emptyText: string): Condition | null {
    const built = draftCondition(draft)
    const unfinished = unfinishedRows(draft, fields)
    setInvalid(new Set(unfinished.map(({ key }) => key)))
    if (!built) message.warning(emptyText)
    else if (unfinished.some(({ field }) => !fields.has(field)))
      message.warning(t('有条件的字段不在列表中，请改选或删除'))
    else if (unfinished.length > 0) message.warning(t('有条件还没有填写值'))
    else return built
    return null
  }

  function apply() {
    const built = whole(t('不能查询空条件'))
    if (built) onApply(built)
  }

  async function save(query: NewQuery) {
    const id = await keep(keeper?.save(place, query) ?? Promise.reject(), t('保存成功'))
    if (id === null) return
    setNaming(null)
    setTakenId(id)
  }

  return (
    <>
      <PickDialog
        title={t('高级查询')}
        width={WIDTH}
        fillsPhone
        okText={t('查询')}
        tools={
          <>
            <Button onClick={() => onApply(null)}>{t('重置')}</Button>{' '}
            {keeper ? (
              <Button onClick={() => setNaming(whole(t('空条件不能保存')))}>{t('保存查询')}</Button>
            ) : null}
          </>
        }
        onCancel={onClose}
        onConfirm={apply}
      >
        <div className="expo-advanced-query">
          <div className="expo-advanced-query-builder">
            <ConditionGroup
              group={draft}
              fields={fields}
              formTitle={form.title}
              invalid={invalid}
              nests={nests}
              full={countRows(draft) >= MAX_ROWS}
              onChange={(next) => {
                setDraft(next)
                setInvalid(NO_KEYS)
              }}
            />
          </div>
          {keeper ? (
            <SavedQueryList
              saved={queries}
              taken={takenId}
              onTake={(query) => {
                setDraft(draftOf(groupCondition(query.settings)))
                setInvalid(NO_KEYS)
                setTakenId(query.id)
              }}
              onRemove={(id) => void keep(keeper.remove(place, id), t('删除成功'))}
            />
          ) : null}
        </div>
      </PickDialog>
      {naming ? (
        <SaveQueryDialog
          saved={saved}
          settings={settings(naming)}
          from={taken}
          onCancel={() => setNaming(null)}
          onConfirm={(query) => void save(query)}
        />
      ) : null}
    </>
  )
}
