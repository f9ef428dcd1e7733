import { Provider as MotionProvider } from '@rc-component/motion'
import { Alert, Button, Empty, Flex, Modal, Segmented, Select, Skeleton } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { formVariables } from '#schemas/compile/form-variables.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { labelOn, type SheetChoice, sheetOf } from '#schemas/compile/print-sheet.ts'
import type { PrintTemplate } from '#schemas/page/print.ts'
import type { PaperName } from '#schemas/page/print-words.ts'
import { t } from '#schemas/text/text.ts'
import { rowSource } from '../data/row-source.ts'
import { useRequest } from '../data/use-request.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import type { ListedRows } from '../model/listed-rows.ts'
import { formPage, type PageModel, pageModel } from '../model/page-model.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { listTemplate, OWN_LIST, recordTemplate } from './default-templates.ts'
import { PrintPages } from './PrintPages.tsx'
import { printParts } from './print-parts.ts'
import { useFittingZoom } from './use-fitting-zoom.ts'
import './print.css'

interface Props {
  form: CompiledForm
  /** Records that were chosen. */
  ids: readonly string[]
  /** The rows that the screen lists; null where it shows one record. */
  listed: ListedRows | null
  onClose(): void
}

/** Shows pages as they will be printed, with the template and the sheet to choose. */
export function PrintDialog({ form, ids, listed, onClose }: Props) {
  const { client } = useRenderer()
  const definition = useRequest(
    async (signal) => pageModel(formPage(await client.page(form.code, { signal }))),
    [client, form.code],
  )
  const pages = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const model = definition.data
  return (
    // Nothing moves: pages are measured as they are drawn.
    <MotionProvider motion={false}>
      <Modal
        open
        title={t('打印预览')}
        rootClassName="expo-print-root"
        width="calc(100vw - 32px)"
        style={{ top: 16, maxWidth: '100%', paddingBottom: 0 }}
        okText={t('打印')}
        cancelText={t('取消')}
        okButtonProps={{ disabled: !isReady }}
        onOk={() => void printPages(pages.current)}
        onCancel={onClose}
      >
        <FocusReturn />
        {model ? (
          <div ref={pages} style={{ display: 'contents' }}>
            <Preview model={model} ids={ids} listed={listed} onReady={setReady} />
          </div>
        ) : definition.error ? (
          <Fault text={definition.error.message} onRetry={definition.reload} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Modal>
    </MotionProvider>
  )
}

/** Pictures are awaited: what has not come is not printed. */
async function printPages(place: HTMLElement | null): Promise<void> {
  const images = [...(place?.querySelectorAll('img') ?? [])]
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
  window.print()
}

type Range = 'chosen' | 'all'

interface PreviewProps extends Pick<Props, 'ids' | 'listed'> {
  model: PageModel
  onReady(isReady: boolean): void
}

function Preview({ model, ids, listed, onReady }: PreviewProps) {
  const { client, registry, user, takenFrom } = useRenderer()
  const { form } = model
  const taken = useMemo(() => {
    const sets = new Map<string, ReadonlySet<string>>()
    return ({ code, rights }: CompiledForm) => {
      const known = sets.get(code) ?? new Set(takenFrom?.(code, rights) ?? [])
      sets.set(code, known)
      return known
    }
  }, [takenFrom])
  const templates = useMemo(() => templatesOf(model, taken(form), listed), [model, form, taken, listed])
  const [code, setCode] = useState(templates[0]?.code)
  const [chosen, setChosen] = useState<SheetChoice>({})
  const [range, setRange] = useState<Range>(ids.length > 0 ? 'chosen' : 'all')
  const template = templates.find((one) => one.code === code) ?? templates[0]
  // The columns of the list are what a list's own template has; any other may name all of a record.
  const whole = template?.code !== OWN_LIST
  const found = useRequest(
    async (signal) => {
      const asked = client.printRows?.(
        rowSource(form),
        range === 'all' && listed ? listed.query : {},
        { ...(range === 'chosen' ? { ids } : {}), whole },
        { signal },
      )
      return { rows: (await asked) ?? { records: [], total: 0 }, whole, range }
    },
    [client, form, range, ids, listed, whole],
  )
  const sheet = useMemo(() => (template ? sheetOf(template, chosen) : null), [template, chosen])
  const labels = useMemo(
    () => (sheet && template?.labels ? { sheet, ...template.labels } : null),
    [sheet, template],
  )
  const part = useMemo(() => (labels ? labelOn(labels.sheet, labels) : sheet), [labels, sheet])
  // Records that came for another template may lack what this one names.
  const rows = found.data?.whole === whole && found.data.range === range ? found.data.rows : null
  const parts = useMemo(() => {
    if (!template || !rows) return null
    const variables = {
      ...(formVariables(user, new Date()) as Readonly<Record<string, string>>),
      sys_title: template.code.startsWith('-') ? form.title : template.title,
      sys_count: String(rows.records.length),
    }
    return printParts(template, model, rows.records, { registry, taken, variables })
  }, [template, rows, model, form, registry, taken, user])
  const { desk, zoom } = useFittingZoom(sheet?.width ?? 0)
  const isEmpty = rows !== null && rows.records.length === 0
  if (!template || !sheet || !part) return null
  const isChosen = typeof (template.paper ?? 'A4') === 'string' && !labels
  const lies = chosen.landscape ?? template.landscape ?? false
  return (
    <>
      <style>{`@page { size: ${sheet.width}mm ${sheet.height}mm; margin: 0 }`}</style>
      <Flex className="expo-print-tools" gap={8} wrap align="center">
        <Select
          aria-label={t('打印模板')}
          style={{ minWidth: 140 }}
          value={template.code}
          options={templates.map(({ code, title }) => ({ value: code, label: title }))}
          onChange={(next: string) => {
            setCode(next)
            setChosen({})
          }}
        />
        {listed && ids.length > 0 ? (
          <Select
            aria-label={t('打印范围')}
            style={{ minWidth: 120 }}
            value={range}
            options={[
              { value: 'chosen', label: t('所选 {count} 条', { count: ids.length }) },
              { value: 'all', label: t('全部查询结果') },
            ]}
            onChange={setRange}
          />
        ) : null}
        {isChosen ? (
          <>
            <Select
              aria-label={t('纸张')}
              value={chosen.paper ?? (template.paper as PaperName | undefined) ?? 'A4'}
              options={[{ value: 'A4' }, { value: 'A5' }]}
              onChange={(paper: PaperName) => setChosen({ ...chosen, paper })}
            />
            <Segmented
              aria-label={t('方向')}
              value={lies ? 'lies' : 'stands'}
              options={[
                { value: 'stands', label: t('纵向') },
                { value: 'lies', label: t('横向') },
              ]}
              onChange={(next) => setChosen({ ...chosen, landscape: next === 'lies' })}
            />
          </>
        ) : null}
        {rows && rows.total > rows.records.length ? (
          <Alert
            type="warning"
            showIcon
            title={t('共 {total} 条，只打印前 {count} 条，请缩小查询范围', {
              total: rows.total,
              count: rows.records.length,
            })}
          />
        ) : null}
      </Flex>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: pages are scrolled from the keyboard */}
      <section ref={desk} className="expo-print-desk" aria-label={t('打印预览')} tabIndex={0}>
        {found.error ? (
          <Fault text={found.error.message} onRetry={found.reload} />
        ) : isEmpty ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
        ) : parts ? (
          <PrintPages sheet={part} labels={labels} parts={parts} zoom={zoom} onReady={onReady} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </section>
    </>
  )
}

/** The templates that are offered, the usual one first. */
function templatesOf(
  model: PageModel,
  taken: ReadonlySet<string>,
  listed: ListedRows | null,
): PrintTemplate[] {
  const list = listTemplate(model.form, listed?.columns ?? [])
  const record = recordTemplate(model, taken)
  const own = model.form.document.prints ?? []
  const ofKind = (kind: PrintTemplate['kind']) => own.filter((one) => one.kind === kind)
  return listed ? [...ofKind('list'), list, ...ofKind('record'), record] : [...ofKind('record'), record]
}

function Fault({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={text}
      action={
        <Button size="small" onClick={onRetry}>
          {t('重试')}
        </Button>
      }
    />
  )
}
