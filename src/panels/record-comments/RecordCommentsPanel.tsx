import { App, Button, Empty, Flex, Pagination, Popconfirm, Skeleton, Tag, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { type PanelProps, useRenderer, useSave } from '#renderer/index.ts'
import type { Comment, NewComment } from '#schemas/api/comment.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'
import { type Draft, MentionInput, mentionedIn } from './MentionInput.tsx'
import './record-comments.css'

const PAGE_SIZE = 10
const EMPTY: Draft = { text: '', mentioned: [] }

/** Comments that were begun: who looks at another record finds them again. Gone with the page. */
const begun = new Map<string, Draft>()

/** What is said about a record: read, answered, one's own taken back. */
export default function RecordCommentsPanel({ records, source, setUnsaved }: PanelProps) {
  const { http } = useServices()
  const { user } = useRenderer()
  const { message } = App.useApp()
  const { busy, save } = useSave()
  const [pageNo, setPageNo] = useState(1)
  const [answered, setAnswered] = useState<Comment | null>(null)
  const record = { tableName: source.code, tableDataId: String(records[0]?.id ?? '') }
  const place = [user.id, record.tableName, record.tableDataId].join(' ')
  const [draft, setDraft] = useState(() => begun.get(place) ?? EMPTY)
  useEffect(() => {
    if (draft.text === '') begun.delete(place)
    else begun.set(place, draft)
  }, [place, draft])
  const found = useAnswer<PageOf<Comment>>('/sys/comment/listByForm', {
    ...record,
    pageNo,
    pageSize: PAGE_SIZE,
  })
  useEffect(() => setUnsaved(draft.text !== ''), [draft.text, setUnsaved])

  const send = () =>
    void save(async () => {
      const mentionedIds = mentionedIn(draft)
      const answer = await http.post<Envelope<NewComment>>('/sys/comment/addText', {
        ...record,
        commentContent: draft.text.trim(),
        toUserId: answered?.fromUserId ?? mentionedIds[0] ?? null,
        commentId: answered?.id ?? null,
        mentionedIds,
      })
      const { untold = [] } = resultOf(answer)
      if (untold.length === 0) void message.success(answer.message)
      else
        void message.warning(
          t('评论已发表；{names}看不到此记录，未收到提醒', { names: untold.join(t('、')) }),
        )
      setDraft(EMPTY)
      setAnswered(null)
      setPageNo(1)
      found.reload()
    })
  const remove = ({ id }: Comment) =>
    void save(async () => {
      resultOf(await http.delete<Envelope<null>>('/sys/comment/deleteOne', { id }))
      found.reload()
    })

  const { data } = found
  return (
    <Flex vertical gap={12}>
      {answered ? (
        <div>
          <Tag closable onClose={() => setAnswered(null)}>
            {t('回复 {name}', { name: answered.fromUserId_dictText })}
          </Tag>
        </div>
      ) : null}
      <MentionInput draft={draft} onChange={setDraft} />
      <Flex justify="flex-end">
        <Button type="primary" loading={busy} disabled={draft.text.trim() === ''} onClick={send}>
          {t('发表评论')}
        </Button>
      </Flex>
      <LoadFault of={found} />
      {!data && !found.error ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {data?.total === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有评论')} />
      ) : null}
      <ul className="expo-comments">
        {data?.records.map((one) => (
          <li key={one.id}>
            <Flex gap={8} wrap align="baseline">
              <strong>{one.fromUserId_dictText}</strong>
              {one.toUserId_dictText ? (
                <Typography.Text type="secondary">→ {one.toUserId_dictText}</Typography.Text>
              ) : null}
              <Typography.Text type="secondary">{one.createTime}</Typography.Text>
              <Button type="link" size="small" onClick={() => setAnswered(one)}>
                {t('回复')}
              </Button>
              {one.fromUserId === user.id ? (
                <Popconfirm title={t('是否确认删除?')} okText={t('删除')} onConfirm={() => remove(one)}>
                  <Button type="link" size="small" danger disabled={busy}>
                    {t('删除')}
                  </Button>
                </Popconfirm>
              ) : null}
            </Flex>
            <p>{one.commentContent}</p>
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        align="end"
        current={pageNo}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPageNo}
      />
    </Flex>
  )
}
