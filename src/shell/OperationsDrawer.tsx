import { App, Button, Drawer, Flex, Switch, Table, Tooltip, Typography } from 'antd'
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { KeptReason, OperationLine, OperationPage, Undoing } from '#schemas/api/operation.ts'
import { t, texts } from '#schemas/text/text.ts'
import { resultOf } from '../api/http.ts'
import { actionWords } from '../kit/action-words.ts'
import { LoadFault } from '../kit/LoadFault.tsx'
import { useServices } from '../kit/services.ts'
import { useAnswer } from '../kit/use-answer.ts'
import { formChangedAtom } from '../notice/notice-atoms.ts'

const WIDTH_PX = 720
const PAGE_SIZE = 10
/** How often it is asked how far something is that goes on (ms). */
const ASK_MS = 1000
const SHOWN_PROBLEMS = 10

const REASONS: Readonly<Record<KeptReason, string>> = texts({
  undone: '已撤销',
  undoing: '正在撤销',
  system: '系统数据',
  right: '没有权限',
  size: '数据太多',
})

/** What the user did, the newest first, each to be taken back. */
export function OperationsDrawer({ onClose }: { onClose(): void }) {
  useLanguage()
  const { http } = useServices()
  const { message } = App.useApp()
  const changed = useSetAtom(formChangedAtom)
  const [isOpen, setOpen] = useState(true)
  const [{ pageNo, all }, setAsked] = useState({ pageNo: 1, all: false })
  const { busy, save } = useSave()
  const found = useAnswer<OperationPage>('/online/operation/list', { pageNo, pageSize: PAGE_SIZE, all })

  const records = found.data?.records ?? []
  useAskedAgain(
    records.some(({ kept }) => kept === 'undoing'),
    found.reload,
  )

  const undo = ({ id, form }: OperationLine) =>
    void save(async () => {
      const answer = await http.post<Envelope<unknown>>(`/online/operation/${encodeURIComponent(id)}/undo`)
      resultOf(answer)
      void message.success(answer.message)
      changed(form)
      found.reload()
    })

  return (
    <Drawer
      open={isOpen}
      title={t('我的操作')}
      size={WIDTH_PX}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClose()}
    >
      <LoadFault of={found} />
      {found.data?.everyone ? (
        <Flex justify="flex-end" gap={8} style={{ marginBottom: 8 }}>
          <span id="operations-of-all">{t('所有用户')}</span>
          <Switch
            size="small"
            aria-labelledby="operations-of-all"
            checked={all}
            onChange={(checked) => setAsked({ pageNo: 1, all: checked })}
          />
        </Flex>
      ) : null}
      <Table<OperationLine>
        size="small"
        rowKey="id"
        loading={found.loading && records.length === 0}
        dataSource={records}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('还没有操作') }}
        pagination={{
          current: pageNo,
          pageSize: PAGE_SIZE,
          total: found.data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: (page) => setAsked({ pageNo: page, all }),
        }}
        columns={[
          { title: t('时间'), dataIndex: 'at' },
          ...(all ? [{ title: t('用户'), dataIndex: 'username' }] : []),
          {
            title: t('操作内容'),
            key: 'what',
            render: (_, line) => (
              <>
                {whatOf(line)}
                {line.kept === null && line.undoing?.error ? <Failure of={line.undoing} /> : null}
              </>
            ),
          },
          {
            title: t('操作'),
            key: 'undo',
            fixed: 'right',
            render: (_, line) =>
              line.kept === 'undoing' ? (
                <Typography.Text type="secondary">{progressOf(line)}</Typography.Text>
              ) : line.kept === null ? (
                <Button
                  type="link"
                  size="small"
                  disabled={busy}
                  aria-label={t('撤销：{what}', { what: whatOf(line) })}
                  onClick={() => undo(line)}
                >
                  {t('撤销')}
                </Button>
              ) : (
                <Typography.Text type="secondary">{REASONS[line.kept]}</Typography.Text>
              ),
          },
        ]}
      />
    </Drawer>
  )
}

/** Why an operation was not taken back in the background, with the records that stand in the way. */
function Failure({ of: { error, problems } }: { of: Undoing }) {
  const others = problems.map(({ message }) => message).slice(0, SHOWN_PROBLEMS)
  return (
    <Tooltip title={others.length > 1 ? others.map((one) => <div key={one}>{one}</div>) : null}>
      <Typography.Text type="danger" style={{ display: 'block', whiteSpace: 'normal' }}>
        {t('撤销失败：{error}', { error: error ?? '' })}
      </Typography.Text>
    </Tooltip>
  )
}

function progressOf({ undoing }: OperationLine): string {
  const { done = 0, total = 0 } = undoing ?? {}
  return `${REASONS.undoing} ${total === 0 ? 0 : Math.floor((100 * done) / total)}%`
}

/** Asks again once a second, as long as something goes on. */
function useAskedAgain(isOpen: boolean, ask: () => void): void {
  const last = useRef(ask)
  last.current = ask
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => last.current(), ASK_MS)
    return () => clearInterval(timer)
  }, [isOpen])
}

/** An operation in words. */
function whatOf(line: OperationLine): string {
  const { formTitle, count, others } = line
  const done = actionWords(line)
  const told = t('{done}：{formTitle} {count} 条', { done, formTitle, count })
  return others > 0 ? t('{told}，连带 {others} 条', { told, others }) : told
}
