import { App, Checkbox, Form, Modal, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ExportFormat, SubRowPlace } from '#schemas/api/export.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { handOverFile } from '../kit/hand-over-file.ts'
import { listCall } from '../model/list-call.ts'
import type { SetColumn } from '../model/list-settings.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import type { ListModel } from './use-list.ts'

type Range = 'chosen' | 'page' | 'all'

const NONE: ReadonlyMap<string, unknown> = new Map()

interface Props {
  form: CompiledForm
  list: ListModel
  /** The columns as their user set them: those shown are wanted at first. */
  columns: readonly SetColumn[]
  /** What narrows the list beside its filters. */
  where: Condition | undefined
  onClose(): void
}

/** Asks which rows and columns are wanted as which file; what is usual is set, so that one press does it. */
export function ExportDialog({ form, list, columns: all, where, onClose }: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  const { shape, state, rows, total, results, keyOf, missing } = list
  const chosen = results ? NONE : list.chosen
  const names = all.map(({ field }) => field.name)
  const [range, setRange] = useState<Range>(chosen.size > 0 ? 'chosen' : 'all')
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [columns, setColumns] = useState<readonly string[]>(() =>
    all.filter(({ hidden }) => !hidden).map(({ field }) => field.name),
  )
  const [subRows, setSubRows] = useState<SubRowPlace | 'none'>('none')
  const [isRunning, setRunning] = useState(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const control = new AbortController()
    leaving.current = control
    return () => control.abort()
  }, [])

  function handleFormat(next: ExportFormat) {
    setFormat(next)
    if (next === 'csv' && subRows === 'sheets') setSubRows('none')
  }

  async function handleExport() {
    const query = listCall(null, shape, state, where)
    if (query === null)
      return message.warning(t('请先填写查询条件：{titles}', { titles: missing.join('、') }))
    if (columns.length === 0) return message.warning(t('请至少选择一列'))
    const ids = range === 'chosen' ? [...chosen.keys()] : range === 'page' ? (rows ?? []).map(keyOf) : null
    setRunning(true)
    try {
      const wanted = {
        format,
        columns: names.filter((name) => columns.includes(name)),
        ...(ids ? { ids } : {}),
        ...(subRows === 'none' ? {} : { subRows }),
      }
      const { signal } = leaving.current
      const asked = client.exportRows?.(list.source, query, wanted, { signal }) ?? Promise.resolve(new Blob())
      const file = asked.then((made) => {
        if (made instanceof Blob) return made
        void message.success(made.ordered)
        return null
      })
      if (await handOverFile(file, `${form.title}.${format}`, (text) => void message.warning(text))) onClose()
    } catch (error) {
      // Who closed the dialog hears no more of it.
      if (!leaving.current.signal.aborted) throw error
    } finally {
      setRunning(false)
    }
  }

  return (
    <Modal
      open
      title={t('导出')}
      okText={isRunning ? t('正在导出…') : t('导出')}
      cancelText={t('取消')}
      // Not `confirmLoading`, which would keep the dialog open: giving up ends the call.
      okButtonProps={{ autoFocus: true, loading: isRunning }}
      onOk={() => void handleExport()}
      onCancel={onClose}
    >
      <FocusReturn />
      <Form layout="vertical" disabled={isRunning}>
        <Form.Item label={t('导出范围')}>
          <Radio.Group
            name="export-range"
            value={range}
            onChange={(event) => setRange(event.target.value as Range)}
            options={[
              {
                value: 'chosen',
                label: t('所选 {count} 条', { count: chosen.size }),
                disabled: chosen.size === 0,
              },
              { value: 'page', label: t('本页 {count} 条', { count: rows?.length ?? 0 }) },
              { value: 'all', label: t('全部 {count} 条', { count: total }) },
            ]}
          />
        </Form.Item>
        <Form.Item label={t('文件格式')}>
          <Radio.Group
            name="export-format"
            value={format}
            onChange={(event) => handleFormat(event.target.value as ExportFormat)}
            options={[
              { value: 'xlsx', label: 'Excel (.xlsx)' },
              { value: 'csv', label: 'CSV (.csv)' },
            ]}
          />
        </Form.Item>
        {form.subTables.length > 0 ? (
          <Form.Item label={t('子表')}>
            <Radio.Group
              name="export-sub-rows"
              value={subRows}
              onChange={(event) => setSubRows(event.target.value as SubRowPlace | 'none')}
              options={[
                { value: 'none', label: t('不导出') },
                { value: 'sheets', label: t('单独工作表'), disabled: format === 'csv' },
                { value: 'lines', label: t('合并行') },
              ]}
            />
          </Form.Item>
        ) : null}
        <Form.Item label={t('导出的列')}>
          <Checkbox
            indeterminate={columns.length > 0 && columns.length < names.length}
            checked={columns.length === names.length}
            onChange={(event) => setColumns(event.target.checked ? names : [])}
          >
            {t('全选')}
          </Checkbox>
          <Checkbox.Group
            style={{ marginTop: 8, gap: '8px 16px' }}
            value={[...columns]}
            onChange={(values) => setColumns(values.map(String))}
            options={all.map(({ field }) => ({
              value: field.name,
              label: field.title || field.name,
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
