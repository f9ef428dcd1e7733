import { Alert, Button, Modal, Radio, Table } from 'antd'
import { useState } from 'react'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { displayText } from './display-text.ts'

interface Props {
  form: CompiledForm
  /** What was read when editing began, what the user has now, and what somebody else saved meanwhile. */
  base: Row
  mine: Row
  current: Row
  /** Field by field: `true` keeps mine. Fields that only one side changed are decided already. */
  onResolve(merged: Row): void
  onCancel(): void
}

interface Difference {
  field: Field
  both: boolean
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Somebody else saved the same record first: both sides, field by field, and nothing typed is lost. */
export function ConflictDialog({ form, base, mine, current, onResolve, onCancel }: Props) {
  const { registry } = useRenderer()
  const differences: Difference[] = form.fields
    .filter((field) => field.inForm && text(mine[field.name]) !== text(current[field.name]))
    .map((field) => ({
      field,
      both:
        text(base[field.name]) !== text(current[field.name]) &&
        text(base[field.name]) !== text(mine[field.name]),
    }))
  const [keepMine, setKeepMine] = useState<Record<string, boolean>>(() =>
    // What only the other changed is taken from him; what I changed stays mine until I say otherwise.
    Object.fromEntries(
      differences.map(({ field }) => [field.name, text(base[field.name]) !== text(mine[field.name])]),
    ),
  )

  function resolve() {
    const merged: Row = { ...mine, _version: current._version }
    for (const { field } of differences) {
      if (keepMine[field.name]) continue
      merged[field.name] = current[field.name] ?? null
    }
    onResolve(merged)
  }

  return (
    <Modal
      open
      title="记录已被他人修改"
      width={900}
      onCancel={onCancel}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          返回继续编辑
        </Button>,
        <Button key="ok" type="primary" onClick={resolve}>
          按所选内容保存
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 12 }}
        title={`${text(current.update_by) || '其他用户'} 于 ${text(current.update_time) || '刚才'} 保存了这条记录。请逐项选择要保留的内容，您输入的内容不会丢失。`}
      />
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 640, y: 420 }}
        rowKey={({ field }) => field.name}
        dataSource={differences}
        columns={[
          {
            title: '字段',
            width: 140,
            render: (_, { field, both }) => (both ? <strong>{field.title}</strong> : field.title),
          },
          {
            title: '我的内容',
            render: (_, { field }) => (
              <Radio
                checked={keepMine[field.name] ?? false}
                onChange={() => setKeepMine((all) => ({ ...all, [field.name]: true }))}
              >
                {displayText(registry, field, own(mine, field)) || '（空）'}
              </Radio>
            ),
          },
          {
            title: '当前内容',
            render: (_, { field }) => (
              <Radio
                checked={!keepMine[field.name]}
                onChange={() => setKeepMine((all) => ({ ...all, [field.name]: false }))}
              >
                {displayText(registry, field, current) || '（空）'}
              </Radio>
            ),
          },
        ]}
      />
    </Modal>
  )
}

/** Texts that came with the record belong to the values that it came with. */
function own(row: Row, field: Field): Row {
  return { [field.name]: row[field.name] }
}
