import { Alert, Descriptions, Typography } from 'antd'
import { Suspense, useEffect, useMemo, useReducer, useRef } from 'react'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { RendererProvider, useRenderer } from '../data/renderer-context.tsx'
import { useDict } from '../data/use-dict.ts'
import { useLabels } from '../data/use-labels.ts'
import { useRequest } from '../data/use-request.ts'
import { displayText } from '../form/display-text.ts'
import { RenderForm } from '../form/RenderForm.tsx'
import { createFormStore } from '../form/store.ts'
import { WidgetBoundary } from '../form/WidgetBoundary.tsx'
import { dictionaryText } from '../grid/cell-text.ts'
import type { Widget } from '../registry/widget.ts'
import { EXAMPLE_PREFIX, exampleClient } from './example-client.ts'

/** A widget's `example.json`. */
export interface Example {
  kind: string
  columns: { name: string; property: Property; value: string | number | null }[]
}

/** One widget on all its surfaces, with what it stores. */
export function WidgetExample({ example }: { example: Example }) {
  const services = useRenderer()
  const withExamples = useMemo(() => ({ ...services, client: exampleClient(services.client) }), [services])
  return (
    <RendererProvider services={withExamples}>
      <Surfaced example={example} />
    </RendererProvider>
  )
}

function Surfaced({ example }: { example: Example }) {
  const { registry } = useRenderer()
  const store = useMemo(() => {
    const document: FormDocument = {
      kind: 'form',
      code: `${EXAMPLE_PREFIX}${example.kind}`,
      title: example.kind,
      schema: {
        type: 'object',
        properties: Object.fromEntries(example.columns.map(({ name, property }) => [name, property])),
      },
      layout: { columns: 2 },
    }
    return createFormStore(
      compileForm(document),
      Object.fromEntries(example.columns.map(({ name, value }) => [name, value])),
    )
  }, [example])
  const [, render] = useReducer((turn: number) => turn + 1, 0)
  useEffect(() => store.subscribeAll(render), [store])
  const row = store.row()
  const widget = registry.find('field', example.kind) ?? registry.find('display', example.kind)
  return (
    <section aria-label={example.kind}>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        {example.kind}
      </Typography.Title>
      <RenderForm store={store} />
      {widget ? (
        <Descriptions
          size="small"
          bordered
          column={1}
          items={store.form.fields.map((field) => ({
            key: field.name,
            label: field.title,
            children: (
              <Surfaces
                widget={widget}
                field={field}
                row={row}
                onFilter={(value) => store.set(field.name, value)}
              />
            ),
          }))}
        />
      ) : (
        <Alert type="warning" title={`没有名为 ${example.kind} 的控件`} />
      )}
    </section>
  )
}

function Surfaces({
  widget,
  field,
  row,
  onFilter,
}: {
  widget: Widget
  field: Field
  row: Row
  onFilter(value: unknown): void
}) {
  const { registry } = useRenderer()
  const stored = row[field.name] ?? null
  const text = useText(widget, field, stored)
  const shown = text === null ? row : { ...row, [`${field.name}_dictText`]: text }
  const Filter = widget.filter
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))', gap: 12 }}>
      <span>
        <small>存储 </small>
        <code>{JSON.stringify(stored)}</code>
      </span>
      <span>
        <small>显示 </small>
        <span data-surface="display">{displayText(registry, field, shown)}</span>
      </span>
      <span>
        <small>单元格 </small>
        {widget.cell ? <Cell widget={widget} field={field} value={stored} text={text} /> : '—'}
      </span>
      <span>
        <label htmlFor={`filter-${widget.kind}-${field.name}`}>
          <small>查询 </small>
        </label>
        {Filter ? (
          <WidgetBoundary kind={widget.kind} name={field.name}>
            <Suspense fallback={null}>
              <Filter
                id={`filter-${widget.kind}-${field.name}`}
                field={field}
                value={widget.codec.parse(stored)}
                options={field.options}
                row={row}
                disabled={false}
                invalid={false}
                onChange={(value) => onFilter(widget.codec.store(value))}
              />
            </Suspense>
          </WidgetBoundary>
        ) : (
          '—'
        )}
      </span>
    </div>
  )
}

const NO_VALUES: readonly string[] = []

/** The text that a list of the server would bring along with a value. */
function useText(widget: Widget, field: Field, stored: unknown): string | null {
  const { options } = useDict(field)
  const source = widget.cell?.labels?.(field) ?? null
  const values = stored === null || stored === '' ? NO_VALUES : String(stored).split(',')
  const labels = useLabels(source, values)
  const own = useRequest(
    async () => (await widget.cell?.loadTexts?.(values, field.options)) ?? null,
    [widget, field, values.join()],
  )
  const texts = new Map(options.map((option) => [String(option.value), option.text]))
  for (const [value, text] of [...(labels ?? []), ...(own.data ?? [])]) texts.set(value, text)
  return dictionaryText(stored, texts)
}

/** What the widget paints into a grid's cell. */
function Cell({
  widget,
  field,
  value,
  text,
}: {
  widget: Widget
  field: Field
  value: unknown
  text: string | null
}) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (place.current) widget.cell?.paint(place.current, widget.codec.parse(value), field.options, text)
  }, [widget, field, value, text])
  return <span ref={place} data-surface="cell" />
}
