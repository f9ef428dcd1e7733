import { Empty, Modal, Table, Typography } from 'antd'
import { useState } from 'react'
import type { Explanation, RuleEffect } from '#schemas/compile/rules/explain.ts'
import { t } from '#schemas/text/text.ts'
import type { FormStore } from './store.ts'

interface Props {
  store: FormStore
  onClose(): void
}

/** Why each field of a form is hidden, required, read-only, calculated or short of choices: which rule, which values. */
export function RuleInspector({ store, onClose }: Props) {
  // As of the moment at which it was asked for: the form lies below.
  const [rows] = useState(() => [...store.explain()])
  const titles = new Map(store.form.fields.map(({ name, title }) => [name, title]))
  return (
    <Modal open title={t('规则说明')} width={900} footer={null} onCancel={onClose}>
      <Table<Explanation>
        size="small"
        rowKey={({ field, effect, rule }) => `${rule} ${effect} ${field}`}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content', y: 480 }}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('目前没有规则生效')} />,
        }}
        columns={[
          { title: t('字段'), render: (_, { field }) => `${titles.get(field) ?? field} (${field})` },
          { title: t('效果'), render: (_, { effect, source }) => effectText(effect, source ?? '') },
          { title: t('规则'), render: (_, { rule }) => t('第 {number} 条', { number: rule }) },
          {
            title: t('依据'),
            render: (_, { condition, source, effect }) => (
              <>
                <Typography.Text code>{condition ?? t('总是')}</Typography.Text>
                {source !== null && effect !== 'message' ? (
                  <div>
                    <Typography.Text code>{source}</Typography.Text>
                  </div>
                ) : null}
              </>
            ),
          },
          {
            title: t('当前的值'),
            render: (_, { reads }) =>
              reads.map(({ name, value }) => <div key={name}>{`${name} = ${valueText(value)}`}</div>),
          },
        ]}
      />
    </Modal>
  )
}

function effectText(effect: RuleEffect, source: string): string {
  switch (effect) {
    case 'hide':
      return t('隐藏')
    case 'unshown':
      return t('隐藏（没有显示它的规则成立）')
    case 'show':
      return t('由规则显示')
    case 'require':
      return t('必填')
    case 'readonly':
      return t('只读')
    case 'value':
      return t('由规则计算')
    case 'default':
      return t('计算初值')
    case 'options':
      return t('可选项受限')
    case 'message':
      return t('拒绝保存：{text}', { text: source })
  }
}

function valueText(value: unknown): string {
  return value === null || value === undefined || value === '' ? t('空') : String(value)
}
