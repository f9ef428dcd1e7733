import { Button, Skeleton, Typography } from 'antd'
import { useEffect, useRef } from 'react'
import { PanelFooter, type PanelProps, useRequest } from '#renderer/index.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useMenuModel } from '../../menu/use-menu-model.ts'
import { NoticeText, type ReadNotice } from '../../notice/NoticeText.tsx'
import { componentTarget, linkTarget } from '../../notice/open-target.ts'
import { markRead } from '../../notice/use-notices.ts'
import { useOpenTarget } from '../../notice/use-open-target.tsx'
import { text } from '../../text/zh-CN.ts'

/** An announcement or message as its readers see it, with a button that goes where it leads. Opening a message marks it read. */
export default function NoticePanel({ records, source, client, changed, close }: PanelProps) {
  const { http } = useServices()
  const id = String(records[0]?.id ?? '')
  const model = useMenuModel()
  const { go, record } = useOpenTarget(close)
  // The list leaves long texts out.
  const loaded = useRequest(
    async (signal) => (await client.get(source.code, id, { signal })) as unknown as ReadNotice,
    [client, source.code, id],
  )
  const { data, error } = loaded
  // Of one's own messages alone it is known whether they were read.
  const isUnread = data?.readFlag === '0'
  const told = useRef(changed)
  told.current = changed
  useEffect(() => {
    if (!isUnread) return
    markRead(http, id).then(
      () => told.current(),
      // It stays unread, and is marked when it is opened again.
      () => undefined,
    )
  }, [http, id, isUnread])
  const target = data && (linkTarget(data) ?? componentTarget({ busId: null, ...data }, model))

  return (
    <>
      {data && (
        <>
          <Typography.Title level={5}>{data.titile}</Typography.Title>
          <NoticeText notice={data} />
        </>
      )}
      <LoadFault of={loaded} />
      {!data && !error && <Skeleton active paragraph={{ rows: 5 }} />}
      <PanelFooter>
        <Button onClick={close}>{text.close}</Button>
        {target && (
          <Button
            type="primary"
            onClick={() => {
              go(target)
              // A record opens above the message.
              if (target.kind !== 'record') close()
            }}
          >
            {text.notice.goTo}
          </Button>
        )}
      </PanelFooter>
      {record}
    </>
  )
}
