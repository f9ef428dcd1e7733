import { App, Button } from 'antd'
import { useMemo, useState } from 'react'
import { groupCondition, queryGroup } from '#schemas/compile/wire/query-record.ts'
import type { SavedQuery } from '#schemas/page/advanced-query.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { useRequest } from '../data/use-request.ts'
import { PickDialog } from '../kit/PickDialog.tsx'
import type { PageModel } from '../model/page-model.ts'
import { type QueryField, wordsOf } from '../model/query-fields.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { ConditionGroup } from './ConditionGroup.tsx'
import { QueryNameDialog } from './QueryNameDialog.tsx'
import { countRows, draftCondition, draftOf, unfinishedRows } from './query-draft.ts'
import { SavedQueryList } from './SavedQueryList.tsx'
import './advanced-query.css'

const WIDTH = 1000
/** Most rows: more would not fit into the address of a call. */
const MAX_ROWS = 50
const NONE: readonly SavedQuery[] = []
const NO_KEYS: ReadonlySet<number> = new Set()

interface Props {
  model: PageModel
  fields: ReadonlyMap<string, QueryField>
  nests: boolean
  /** What is applied now. */
  condition: Condition | null
  onClose(): void
  /** Null takes back what is applied. */
  onApply(condition: Condition | null): void
}

/** Builds an advanced query: conditions of field, rule and value, and queries that were kept under a name. */
export function AdvancedQueryDialog({ model, fields, nests, condition, onClose, onApply }: Props) {
  const { message } = App.useApp()
  const { savedQueries } = useRenderer()
  const { form } = model
  const [draft, setDraft] = useState(() => draftOf(condition))
  const [invalid, setInvalid] = useState(NO_KEYS)
  const [taken, setTaken] = useState<string | null>(null)
  /** What is to be saved, while its name is asked for. */
  const [naming, setNaming] = useState<Condition | null>(null)
  const saved = useRequest(
    async () => (await savedQueries?.list(form.code)) ?? NONE,
    [savedQueries, form.code],
  )
  const describe = useMemo(() => wordsOf(model), [model])

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

  async function keep(change: Promise<unknown> | undefined, done: string) {
    try {
      await change
      message.success(done)
    } catch (error) {
      message.error(error instanceof Error && error.message ? error.message : t('操作失败'))
    }
    saved.reload()
  }

  function handleSave(title: string) {
    if (!naming) return
    setNaming(null)
    setTaken(title)
    void keep(savedQueries?.save(form.code, { title, ...queryGroup(naming, describe) }), t('保存成功'))
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
            {savedQueries ? (
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
          {savedQueries ? (
            <SavedQueryList
              saved={saved.data ?? NONE}
              taken={taken}
              onTake={(query) => {
                setDraft(draftOf(groupCondition(query)))
                setInvalid(NO_KEYS)
                setTaken(query.title)
              }}
              onRemove={(title) => void keep(savedQueries.remove(form.code, title), t('删除成功'))}
            />
          ) : null}
        </div>
      </PickDialog>
      {naming ? (
        <QueryNameDialog
          name={taken ?? ''}
          known={(saved.data ?? NONE).map(({ title }) => title)}
          onCancel={() => setNaming(null)}
          onConfirm={handleSave}
        />
      ) : null}
    </>
  )
}
