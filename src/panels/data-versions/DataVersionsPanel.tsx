import { Checkbox, Empty, Flex, Select, Skeleton, Table, Tag } from 'antd'
import { useMemo, useState } from 'react'
import { type PanelProps, useRequest } from '#renderer/index.ts'
import type { DataVersion } from '#schemas/api/data-log.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { type ComparedField, comparedFields } from './compared-fields.ts'
import './data-versions.css'

/** Two versions of a record side by side, their differences marked. */
export default function DataVersionsPanel({ records }: PanelProps) {
  const { http } = useServices()
  const dataTable = String(records[0]?.dataTable ?? '')
  const dataId = String(records[0]?.dataId ?? '')
  const opened = String(records[0]?.id ?? '')
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({})
  const get = async (path: string, params: Record<string, string>, signal: AbortSignal) =>
    resultOf(await http.get<Envelope<DataVersion[]>>(path, params, { signal }))
  const versions = useRequest(
    (signal) => get('/sys/dataLog/queryDataVerList', { dataTable, dataId }, signal),
    [dataTable, dataId],
  )
  const all = versions.data ?? []
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === opened),
  )
  const right = chosen.right ?? all[at]?.id ?? ''
  const left = chosen.left ?? all[at + 1]?.id ?? all[at]?.id ?? ''

  if (versions.error) return <LoadFault of={versions} />
  if (!versions.data) return <Skeleton active paragraph={{ rows: 8 }} />
  if (all.length === 0) return <Empty description={t('没有可以查看的版本：您可能没有查看这条数据的权限')} />
  const options = all.map((one) => ({
    value: one.id,
    label:
      one.action === 'before'
        ? t('版本 {dataVersion} · {createTime} 更改之前', {
            dataVersion: one.dataVersion,
            createTime: one.createTime,
          })
        : t('版本 {dataVersion} · {createTime} · {createName}', {
            dataVersion: one.dataVersion,
            createTime: one.createTime,
            createName: one.createName ?? '',
          }),
  }))
  return (
    <>
      <Flex gap={12} wrap className="expo-versions-choice">
        <Select
          aria-label={t('左侧版本')}
          className="expo-versions-select"
          options={options}
          value={left}
          onChange={(value) => setChosen({ left: value, right })}
        />
        <Select
          aria-label={t('右侧版本')}
          className="expo-versions-select"
          options={options}
          value={right}
          onChange={(value) => setChosen({ left, right: value })}
        />
      </Flex>
      <Comparison key={`${left} ${right}`} left={left} right={right} get={get} />
    </>
  )
}

interface ComparisonProps {
  left: string
  right: string
  get(path: string, params: Record<string, string>, signal: AbortSignal): Promise<DataVersion[]>
}

function Comparison({ left, right, get }: ComparisonProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const compared = useRequest(
    (signal) => get('/sys/dataLog/queryCompareList', { dataId1: left, dataId2: right }, signal),
    [left, right],
  )
  const fields = useMemo(() => comparedFields(compared.data ?? []), [compared.data])
  if (compared.error) return <LoadFault of={compared} />
  if (!compared.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const different = fields.filter(({ isDifferent }) => isDifferent)
  return (
    <>
      <Flex justify="space-between" wrap className="expo-versions-choice">
        <span role="status">
          {different.length > 0 ? t('{count} 处不同', { count: different.length }) : t('两个版本相同')}
        </span>
        <Checkbox checked={onlyDifferent} onChange={(event) => setOnlyDifferent(event.target.checked)}>
          {t('只看不同')}
        </Checkbox>
      </Flex>
      <Table<ComparedField>
        size="small"
        rowKey="name"
        pagination={false}
        tableLayout="fixed"
        className="expo-versions-table"
        dataSource={onlyDifferent ? different : fields}
        rowClassName={({ isDifferent }) => (isDifferent ? 'expo-versions-different' : '')}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有不同的字段')} />,
        }}
        columns={[
          {
            title: t('字段'),
            dataIndex: 'title',
            width: '30%',
            render: (title: string, { isDifferent }) => (
              <>
                {title} {isDifferent ? <Tag color="orange">{t('不同')}</Tag> : null}
              </>
            ),
          },
          {
            title: t('版本 {dataVersion}', { dataVersion: compared.data[0]?.dataVersion ?? '' }),
            dataIndex: 'left',
          },
          {
            title: t('版本 {dataVersion}', { dataVersion: compared.data[1]?.dataVersion ?? '' }),
            dataIndex: 'right',
          },
        ]}
      />
    </>
  )
}
