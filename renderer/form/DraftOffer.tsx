import { Alert, App, Button, Flex } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { Draft } from '#schemas/api/draft.ts'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { mergeRecord } from '../model/merge-record.ts'
import type { PageModel } from '../model/page-model.ts'
import type { PendingUploads } from '../widget/files/pending-uploads.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { draftSides, mergeDraft } from './draft-content.ts'
import type { RecordWork } from './record-work.ts'

interface Props {
  model: PageModel
  draft: Draft
  work: RecordWork
  /** Names that the user's rights take away. */
  taken: ReadonlySet<string>
  disabled: boolean
  /** Sub rows that were changed in the form since it was opened. */
  subRows(): Row
  uploads: PendingUploads
  /** `entered`: names of the fields that were typed, in the draft or since. */
  onTakeUp(draft: Draft, merged: Row, entered: ReadonlySet<string>): void
  onReject(): void
}

/** As many changed fields are named. */
const NAMED = 5

/** What was typed before and not saved: how old it is, and what has changed meanwhile. The form beside it stays in use. */
export function DraftOffer(props: Props) {
  const { model, draft, work, taken, disabled, subRows, uploads, onTakeUp, onReject } = props
  const { message } = App.useApp()
  const record = work.base
  const offer = useMemo(
    () => mergeRecord(model, draftSides(model, draft, record), taken),
    [draft, model, record, taken],
  )
  /** What the draft and the form say differently is decided before the draft is gone on with. */
  const [choice, setChoice] = useState<ReturnType<typeof mergeDraft> | null>(null)
  const isSettled = offer.parts.every(({ from }) => from === 'current')
  useEffect(() => {
    // What was saved after all, or is the same by now, is not worth a question.
    if (isSettled) onReject()
  })
  if (isSettled) return null

  function goOn({ goOn: from }: ReturnType<typeof mergeDraft>, merged: Row) {
    const { record, entered } = from(merged)
    onTakeUp(draft, record, entered)
  }

  function handleTakeUp() {
    if (uploads.isBusy()) return message.warning(t('文件还在上传，请稍候'))
    const made = mergeDraft(model, draft, work, subRows(), taken)
    if (made.merge.parts.some(({ from }) => from === null)) setChoice(made)
    else goOn(made, made.merge.build(new Map()))
  }

  const { updateBy, updateTime } = model.form.stamps
  const titles = (from: 'mine' | 'current' | null) => [
    ...new Set(
      offer.parts
        .filter((part) => part.from === from)
        .map(({ row, fields }) => row?.sub.title ?? fields[0]?.title ?? ''),
    ),
  ]
  const typed = [...titles('mine'), ...titles(null)]
  const theirs = titles('current')
  const isOlder = draft.version !== undefined && draft.version !== record._version
  return (
    <>
      <Alert
        type="info"
        showIcon
        className="expo-draft-offer"
        title={t('有一份 {age}前未保存的草稿', { age: ageText(draft.age) })}
        description={
          <>
            <div>{t('草稿中修改了：{titles}', { titles: named(typed) })}</div>
            {isOlder ? (
              <div>
                {t('此后{who}于 {time} 保存过这条记录', {
                  who: String(record[`${updateBy}_dictText`] ?? record[updateBy] ?? t('其他用户')),
                  time: String(record[updateTime] ?? t('刚才')),
                })}
                {theirs.length > 0 ? t('，修改了：{titles}', { titles: named(theirs) }) : null}
              </div>
            ) : null}
            <Flex gap={8} wrap style={{ marginTop: 8 }}>
              <Button type="primary" size="small" disabled={disabled} onClick={handleTakeUp}>
                {t('继续编辑草稿')}
              </Button>
              <Button size="small" danger disabled={disabled} onClick={onReject}>
                {t('丢弃')}
              </Button>
            </Flex>
          </>
        }
      />
      {choice ? (
        <>
          <FocusReturn />
          <ConflictDialog
            merge={choice.merge}
            title={t('继续编辑草稿')}
            note={t(
              '草稿与表单中的当前内容有不同之处。“我的内容”是草稿，“当前内容”是表单中现在的内容；只有一方改过的内容已自动合并。',
            )}
            okText={t('按所选内容继续编辑')}
            backText={t('返回')}
            onCancel={() => setChoice(null)}
            onResolve={(merged) => goOn(choice, merged)}
          />
        </>
      ) : null}
    </>
  )
}

function named(titles: readonly string[]): string {
  const first = titles.slice(0, NAMED).join('、')
  return titles.length > NAMED ? t('{first}等 {count} 项', { first, count: titles.length }) : first
}

function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return t('{count} 秒', { count: seconds })
  if (minutes < 60) return t('{count} 分钟', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? t('{count} 小时', { count: hours }) : t('{count} 天', { count: Math.floor(hours / 24) })
}
