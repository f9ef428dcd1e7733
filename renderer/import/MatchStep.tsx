import { Alert, App, Button, Checkbox, Flex, Form, Radio, Select, Table } from 'antd'
import { useState } from 'react'
import type { FileColumn, FileMeeting, StagedFile } from '#schemas/api/import-workbench.ts'
import { t } from '#schemas/text/text.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { asRequestError } from '../data/use-request.ts'

interface Props {
  staged: StagedFiles
  form: string
  file: StagedFile
  onLeave(): void
  onMatched(file: StagedFile): void
}

/** Says which column fills which field, and what becomes of records that are there already. */
export function MatchStep({ staged, form, file, onLeave, onMatched }: Props) {
  const { message } = App.useApp()
  const { columns, fields, mayChange, total } = file
  const [matches, setMatches] = useState<ReadonlyMap<number, string>>(
    () => new Map(columns.flatMap(({ at, field }) => (field === null ? [] : [[at, field] as const]))),
  )
  const [meeting, setMeeting] = useState<FileMeeting>(file.meeting)
  const [isBusy, setBusy] = useState(false)
  const taken = new Set(matches.values())
  const matched = fields.filter(({ name }) => taken.has(name))
  const missing = fields.filter(({ name, required }) => required && !taken.has(name))
  const keys = meeting.keys.filter((key) => taken.has(key))
  const isComplete = matches.size > 0 && (meeting.how === 'add' || keys.length > 0)

  const match = (at: number, field: string | undefined) =>
    setMatches((known) => {
      const next = new Map([...known].filter(([place, name]) => place !== at && name !== field))
      if (field !== undefined) next.set(at, field)
      return next
    })
  const meet = (how: FileMeeting['how']) => {
    const unique = matched.find((field) => field.unique)?.name
    setMeeting({ ...meeting, how, keys: keys.length > 0 || unique === undefined ? keys : [unique] })
  }
  async function handleNext() {
    setBusy(true)
    try {
      const given = [...matches].map(([at, field]) => ({ at, field }))
      const used =
        meeting.how === 'add' ? { how: meeting.how, keys: [], clears: false } : { ...meeting, keys }
      onMatched(await staged.match(form, file.id, { ...used, matches: given }))
    } catch (caught) {
      const error = asRequestError(caught)
      if (!error.announced) void message.error(error.message)
    } finally {
      setBusy(false)
    }
  }

  const options = fields.map(({ name, title, required }) => ({
    value: name,
    label: required ? t('{title}（必填）', { title }) : title,
  }))
  const labelOf = ({ at, heading }: FileColumn) => heading || t('第 {number} 列', { number: at + 1 })
  return (
    <>
      <Table<FileColumn>
        size="small"
        rowKey="at"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={columns}
        columns={[
          { title: t('文件中的列'), key: 'heading', render: (_, column) => labelOf(column) },
          {
            title: t('内容示例'),
            key: 'samples',
            ellipsis: true,
            width: 260,
            responsive: ['sm'],
            render: (_, { samples }) => samples.filter(Boolean).join('，'),
          },
          {
            title: t('导入到'),
            key: 'field',
            render: (_, column) => (
              <Flex vertical gap={2}>
                <Select
                  style={{ width: 200 }}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  aria-label={t('{heading}导入到', { heading: labelOf(column) })}
                  placeholder={t('不导入')}
                  value={matches.get(column.at) ?? null}
                  options={options}
                  onChange={(value) => match(column.at, value ?? undefined)}
                />
                <small>{hintOf(column, matches.get(column.at))}</small>
              </Flex>
            ),
          },
        ]}
      />
      {missing.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('文件中没有必填的“{titles}”：没有默认值的行将不能导入', {
            titles: missing.map(({ title }) => title).join('、'),
          })}
        />
      ) : null}
      <Form layout="vertical">
        <Form.Item label={t('已有相同数据时')}>
          <Radio.Group
            value={meeting.how}
            onChange={(event) => meet(event.target.value)}
            options={[
              { value: 'add', label: t('全部新增') },
              { value: 'both', label: t('更新已有的，新增其余的'), disabled: !mayChange },
              { value: 'change', label: t('只更新已有的'), disabled: !mayChange },
            ]}
          />
        </Form.Item>
        {meeting.how === 'add' ? null : (
          <>
            <Form.Item label={t('按哪些列对应已有数据')} required>
              <Select
                mode="multiple"
                style={{ maxWidth: 480 }}
                aria-label={t('按哪些列对应已有数据')}
                value={[...keys]}
                options={matched.map(({ name, title, unique }) => ({
                  value: name,
                  label: unique ? t('{title}（不重复）', { title }) : title,
                }))}
                onChange={(chosen) => setMeeting({ ...meeting, keys: chosen })}
              />
            </Form.Item>
            <Checkbox
              checked={meeting.clears}
              onChange={(event) => setMeeting({ ...meeting, clears: event.target.checked })}
            >
              {t('空单元格清空已有的值（不勾选则保持原值）')}
            </Checkbox>
          </>
        )}
      </Form>
      <Flex className="import-workbench-buttons" justify="end" gap={8} wrap>
        <Button onClick={onLeave}>{t('换一个文件')}</Button>
        <Button type="primary" loading={isBusy} disabled={!isComplete} onClick={() => void handleNext()}>
          {t('校验 {total} 行', { total })}
        </Button>
      </Flex>
    </>
  )
}

function hintOf({ by, field, denied }: FileColumn, now: string | undefined): string {
  if (denied !== null) return t('您没有填写“{denied}”的权限', { denied })
  if (now === undefined || now !== field || by === null) return ''
  return { last: t('与上次相同'), title: t('按标题匹配'), name: t('按名称匹配') }[by]
}
