import { Alert, App, Button, Checkbox, Form, Input, Select, Table } from 'antd'
import { useEffect, useState } from 'react'
import { PanelFooter, type PanelProps, RequestError, useRequest, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { RowErrors } from '#schemas/api/errors.ts'
import {
  type BatchEntry,
  type EntriesBody,
  MAX_BATCH_ENTRIES,
  type MenuPageState,
} from '#schemas/api/permission.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'
import { lineOfPage, typedEntries } from './typed-entries.ts'

/** Several entries below one: a line each, typed, pasted, or made of forms that no entry opens yet; saved together. */
export default function MenuEntriesPanel({ records, done, close, setUnsaved }: PanelProps) {
  const { http } = useServices()
  const { message } = App.useApp()
  const [parent = {}] = records
  const [text, setText] = useState('')
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [failure, setFailure] = useState('')
  const [errors, setErrors] = useState<RowErrors['errors']>([])
  const { busy, save } = useSave()
  const entries = typedEntries(text)
  useEffect(() => setUnsaved(text.trim() !== ''), [text, setUnsaved])
  const pages = useRequest(
    async (signal) =>
      resultOf(await http.get<Envelope<MenuPageState[]>>('/sys/permission/menuPages', {}, { signal })),
    [http],
  )
  const free = (pages.data ?? []).filter(
    ({ code, hasEntry }) => !hasEntry && !entries.some(({ formCode }) => formCode === code),
  )

  const change = (next: string) => {
    setText(next)
    setFailure('')
    setErrors([])
  }
  const handleChoose = (code: string) => {
    const page = free.find((one) => one.code === code)
    if (!page) return
    const line = lineOfPage(page, String(parent.url ?? ''))
    change(text.trim() === '' ? line : `${text.trimEnd()}\n${line}`)
  }
  const handleSave = () => {
    if (entries.length === 0) return setFailure(t('请至少填写一行'))
    if (entries.length > MAX_BATCH_ENTRIES)
      return setFailure(t('一次最多添加 {count} 个菜单', { count: MAX_BATCH_ENTRIES }))
    const body: EntriesBody = { parentId: String(parent.id), confirmed: isConfirmed, entries }
    save(
      async () => {
        const answer = await http.post<Envelope<string[]>>('/sys/permission/addBatch', body, { quiet: true })
        resultOf(answer)
        message.success(answer.message)
        done()
      },
      (error) => {
        const told = error instanceof RequestError ? (error.detail as RowErrors | null)?.errors : undefined
        setErrors(told ?? [])
        setFailure(told ? t('有错误的行，全部没有保存') : error.message)
      },
    )
  }

  return (
    <Form layout="vertical" onFinish={handleSave}>
      {failure ? <Alert type="error" showIcon title={failure} style={{ marginBottom: 16 }} /> : null}
      <Form.Item label={t('还没有菜单的表单和页面')} htmlFor="menu-entries-pages">
        <Select<string>
          id="menu-entries-pages"
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          loading={pages.loading}
          placeholder={t('选择后加为一行')}
          options={free.map(({ code, title }) => ({ value: code, label: `${title}（${code}）` }))}
          onSelect={handleChoose}
        />
      </Form.Item>
      <Form.Item
        label={t('“{name}”的下级菜单', { name: String(parent.name ?? '') })}
        htmlFor="menu-entries-lines"
        extra={t('每行一个：名称，路径，表单编码或前端组件，图标。可从表格粘贴。')}
      >
        <Input.TextArea
          id="menu-entries-lines"
          autoSize={{ minRows: 4, maxRows: 12 }}
          value={text}
          placeholder={t('例如：展位管理，/expo/booth，expo_booth，shop')}
          onChange={({ target }) => change(target.value)}
        />
      </Form.Item>
      {entries.length > 0 ? <Entries entries={entries} errors={errors} /> : null}
      <Checkbox checked={isConfirmed} onChange={({ target }) => setIsConfirmed(target.checked)}>
        {t('确认影响：允许占用系统页面的地址、没有页面的组件和目录')}
      </Checkbox>
      <PanelFooter>
        <Button onClick={close}>{t('取消')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('保存')}
        </Button>
      </PanelFooter>
    </Form>
  )
}

/** As wide as the panel has room for; the column would grow with its sentence otherwise, out of sight. */
const FAULT = {
  display: 'inline-block',
  width: 240,
  whiteSpace: 'normal',
  color: 'var(--ant-color-error-text)',
} as const

/** What the lines are read as, with what is wrong with each. */
function Entries({ entries, errors }: { entries: readonly BatchEntry[]; errors: RowErrors['errors'] }) {
  const faultOf = (at: number) =>
    errors
      .filter(({ row }) => row === at)
      .map((error) => error.message)
      .join('；')
  return (
    <Table
      size="small"
      style={{ marginBottom: 16 }}
      rowKey="at"
      pagination={false}
      scroll={{ x: 'max-content', y: 240 }}
      dataSource={entries.map((entry, at) => ({ ...entry, at }))}
      columns={[
        { title: t('行'), dataIndex: 'at', width: 56, render: (at: number) => at + 1 },
        // Beside the number: on a phone the further columns are out of sight.
        ...(errors.length > 0
          ? [
              {
                title: t('错误'),
                key: 'fault',
                render: (_: unknown, { at }: { at: number }) => <span style={FAULT}>{faultOf(at)}</span>,
              },
            ]
          : []),
        { title: t('名称'), dataIndex: 'name' },
        { title: t('菜单路径'), dataIndex: 'url' },
        {
          title: t('表单或组件'),
          key: 'page',
          render: (_, { formCode, component }) => formCode ?? component,
        },
        { title: t('图标'), dataIndex: 'icon' },
      ]}
    />
  )
}
