import { App, Button, Empty, Popconfirm, Space, Table, Typography } from 'antd'
import { useEffect, useId, useState } from 'react'
import { FieldControl, PanelFooter, type PanelProps, selectionLabels, useSave } from '#renderer/index.ts'
import type { PageOf } from '#schemas/api/envelope.ts'
import type { UserRow } from '#schemas/api/user.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { t, texts } from '#schemas/text/text.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useAnswer } from '../../kit/use-answer.ts'

interface Props extends Pick<PanelProps, 'changed' | 'close' | 'setUnsaved'> {
  title: string
  /** Call that answers a page of the users who have the role. */
  list: string
  roleId: string
  add(userIds: readonly string[]): Promise<void>
  remove(userIds: readonly string[]): Promise<void>
}

const PAGE_SIZE = 10
const FORM = texts(
  compileForm({
    kind: 'form',
    code: 'role_members',
    title: '添加用户',
    schema: {
      type: 'object',
      properties: {
        users: {
          type: 'string',
          title: '添加已有用户',
          view: 'sel_user',
          options: { store: 'id', multiSelect: true },
        },
      },
    },
  }),
)
const [PICKER] = FORM.fields.filter(({ name }) => name === 'users')

/** The users who have a role: add existing ones, take some out. */
export function Members({ title, list, roleId, add, remove, changed, close, setUnsaved }: Props) {
  const { message } = App.useApp()
  const id = useId()
  const [pageNo, setPageNo] = useState(1)
  const [picked, setPicked] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { busy, save } = useSave()
  useEffect(() => setUnsaved(picked !== ''), [picked, setUnsaved])
  const loaded = useAnswer<PageOf<UserRow>>(list, { roleId, pageNo, pageSize: PAGE_SIZE })

  const run = (work: () => Promise<void>, said: string) =>
    save(async () => {
      await work()
      message.success(said)
      setPicked('')
      setTicked([])
      loaded.reload()
      changed()
    })
  const handleRemove = (ids: readonly string[]) => run(() => remove(ids), t('用户已移出'))

  return (
    <>
      <Typography.Paragraph strong>{title}</Typography.Paragraph>
      {PICKER ? (
        <FieldControl
          id={`${id}-users`}
          field={PICKER}
          value={picked}
          row={{}}
          disabled={busy}
          error={null}
          onChange={(value) => setPicked(String(value ?? ''))}
        />
      ) : null}
      <Space style={{ marginBottom: 12 }} wrap>
        <Button
          type="primary"
          loading={busy}
          disabled={picked === ''}
          onClick={() => run(() => add(picked.split(',').filter(Boolean)), t('用户已添加'))}
        >
          {t('添加')}
        </Button>
        <Popconfirm
          title={t('确定移出所选 {count} 名用户？', { count: ticked.length })}
          onConfirm={() => handleRemove(ticked)}
        >
          <Button danger disabled={ticked.length === 0 || busy}>
            {t('移出所选')}
          </Button>
        </Popconfirm>
      </Space>
      <LoadFault of={loaded} />
      <Table<UserRow>
        rowKey="id"
        size="small"
        loading={!loaded.data && !loaded.error}
        dataSource={[...(loaded.data?.records ?? [])]}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有用户')} /> }}
        pagination={{
          current: pageNo,
          pageSize: PAGE_SIZE,
          total: loaded.data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: setPageNo,
        }}
        rowSelection={{
          ...selectionLabels(({ username }) => username),
          selectedRowKeys: [...ticked],
          preserveSelectedRowKeys: true,
          onChange: (keys) => setTicked(keys.map(String)),
        }}
        columns={[
          { title: t('用户账号'), dataIndex: 'username' },
          { title: t('用户姓名'), dataIndex: 'realname' },
          { title: t('部门'), dataIndex: 'orgCodeTxt' },
        ]}
      />
      <PanelFooter>
        <Button onClick={close}>{t('关闭')}</Button>
      </PanelFooter>
    </>
  )
}
