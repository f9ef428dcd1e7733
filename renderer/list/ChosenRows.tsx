import { DeleteOutlined } from '@ant-design/icons'
import { Button, Empty, Table, Tooltip, Typography } from 'antd'
import { t } from '#schemas/text/text.ts'
import { comingText } from '../kit/coming-text.tsx'
import { ShortText } from '../kit/ShortText.tsx'
import type { ListModel } from './use-list.ts'

/** Height of the rows (px): as many as stand in the table beside them. */
const HEIGHT = 360
const DELETE_WIDTH = 56

interface Props {
  list: ListModel
  /** Column that names a row. */
  name: string
  /** Names of rows that were chosen before, by their keys; null while they are under way. */
  names: ReadonlyMap<string, string> | null
  /** Longest name that is shown whole, a Chinese character counting as two; as long as the column where it is absent. */
  limit?: number
}

/** What is chosen, on all pages, with a button to take each away. A row without a name is gone, or not to be seen: its key stands for it. */
export function ChosenRows({ list, name, names, limit }: Props) {
  const { chosen, choose } = list
  const rows = [...chosen].map(([key, row]) => ({
    key,
    text: nameOf(row[name]) ?? known(names?.get(key), key),
  }))
  const takeAway = (key: string) => choose(new Map([...chosen].filter(([one]) => one !== key)))
  return (
    <Table
      size="small"
      aria-label={t('已选择')}
      title={() => (
        <span aria-live="polite">
          {t('已选择 {size} 项', { size: rows.length })}
          <Button type="link" size="small" disabled={rows.length === 0} onClick={() => choose(new Map())}>
            {t('清空')}
          </Button>
        </span>
      )}
      columns={[
        {
          key: 'name',
          title: t('名称'),
          ellipsis: true,
          render: (_, { key, text }) =>
            names === null || text !== null ? (
              limit === undefined || text === null ? (
                comingText(text)
              ) : (
                <ShortText text={text} limit={limit} />
              )
            ) : (
              <Tooltip title={t('已不存在，或您无权查看')}>
                <Typography.Text type="warning">{key}</Typography.Text>
              </Tooltip>
            ),
        },
        {
          key: 'action',
          title: t('操作'),
          width: DELETE_WIDTH,
          render: (_, { key, text }) => (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('删除{name}', { name: text ?? key })}
              onClick={() => takeAway(key)}
            />
          ),
        },
      ]}
      dataSource={rows}
      pagination={false}
      tableLayout="fixed"
      scroll={{ y: HEIGHT }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} /> }}
    />
  )
}

function nameOf(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value)
}

/** Asked for names, a source answers the key of what it does not know. */
function known(text: string | undefined, key: string): string | null {
  return text === undefined || text === key ? null : text
}
