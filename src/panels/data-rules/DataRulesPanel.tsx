import { Alert, App, Button, Empty, Popconfirm, Skeleton, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { PanelFooter, type PanelProps, useDict, useRequest, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { RuleColumn } from '#schemas/api/permission.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { type DataRule, RuleForm } from './RuleForm.tsx'

const CALLS = '/sys/permission'
/** How a comparison is called. */
const WORDS = { view: 'list', options: {}, dict: 'rule_conditions' } as const

/** Data rules of one menu entry: which rows of its form roles may be limited to. */
export default function DataRulesPanel({ records, changed, close, setUnsaved }: PanelProps) {
  const permissionId = String(records[0]?.id ?? '')
  const { http } = useServices()
  const { message } = App.useApp()
  const [edited, setEdited] = useState<DataRule | null>(null)
  const { busy, save } = useSave()
  const words = useDict(WORDS).options
  const loaded = useRequest(
    async (signal) => {
      const [columns, rules] = await Promise.all([
        http.get<Envelope<RuleColumn[]>>(`${CALLS}/ruleColumns`, { permissionId }, { signal }),
        http.get<Envelope<DataRule[]>>(`${CALLS}/getPermRuleListByPermId`, { permissionId }, { signal }),
      ])
      // An entry without a form is answered as a refusal.
      const refusal = columns.success ? null : columns.message
      return { columns: columns.success ? columns.result : [], refusal, rules: resultOf(rules) }
    },
    [http, permissionId],
  )
  if (loaded.error) return <LoadFault of={loaded} />
  if (!loaded.data) return <Skeleton active paragraph={{ rows: 6 }} />
  const { columns, rules, refusal } = loaded.data

  const edit = (rule: DataRule | null) => {
    setEdited(rule)
    setUnsaved(rule !== null)
  }
  const run = (work: () => Promise<Envelope<unknown>>, said: string) =>
    save(async () => {
      resultOf(await work())
      message.success(said)
      edit(null)
      loaded.reload()
      changed()
    })
  const titleOf = (name: string) => columns.find((column) => column.name === name)?.title ?? name
  const wordOf = (word: string) => words.find(({ value }) => value === word)?.text ?? word

  return (
    <>
      <Space style={{ marginBottom: 12 }} wrap>
        <strong>{t('菜单：{name}', { name: String(records[0]?.name ?? '') })}</strong>
        <Button
          type="primary"
          disabled={refusal !== null || edited !== null}
          onClick={() =>
            edit({
              permissionId,
              ruleName: '',
              ruleColumn: '',
              ruleConditions: '=',
              ruleValue: '',
              status: '1',
            })
          }
        >
          {t('新增规则')}
        </Button>
      </Space>
      {refusal ? <Alert type="info" showIcon title={refusal} style={{ marginBottom: 12 }} /> : null}
      {edited ? (
        <RuleForm
          key={edited.id ?? 'new'}
          rule={edited}
          columns={columns}
          words={words}
          busy={busy}
          onCancel={() => edit(null)}
          onSave={(rule) =>
            run(
              () =>
                rule.id
                  ? http.put(`${CALLS}/editPermissionRule`, rule)
                  : http.post(`${CALLS}/addPermissionRule`, rule),
              t('数据规则已保存'),
            )
          }
        />
      ) : null}
      <Table<DataRule>
        rowKey="id"
        size="small"
        dataSource={[...rules]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有数据规则')} /> }}
        columns={[
          { title: t('规则名称'), dataIndex: 'ruleName' },
          { title: t('规则字段'), dataIndex: 'ruleColumn', render: titleOf },
          { title: t('条件'), dataIndex: 'ruleConditions', render: wordOf },
          { title: t('规则值'), dataIndex: 'ruleValue' },
          {
            title: t('状态'),
            dataIndex: 'status',
            render: (status) =>
              status === '1' ? <Tag color="green">{t('有效')}</Tag> : <Tag>{t('无效')}</Tag>,
          },
          {
            title: t('操作'),
            key: 'actions',
            render: (_, rule) => (
              <Space>
                <Button type="link" size="small" disabled={edited !== null} onClick={() => edit(rule)}>
                  {t('编辑')}
                </Button>
                <Popconfirm
                  title={t('确定删除该规则？')}
                  onConfirm={() =>
                    run(
                      () => http.delete(`${CALLS}/deletePermissionRule`, { id: rule.id }),
                      t('数据规则已删除'),
                    )
                  }
                >
                  <Button type="link" size="small" danger disabled={busy}>
                    {t('删除')}
                  </Button>
                </Popconfirm>
              </Space>
            ),
          },
        ]}
      />
      <PanelFooter>
        <Button onClick={close}>{t('关闭')}</Button>
      </PanelFooter>
    </>
  )
}
