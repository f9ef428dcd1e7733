import { Alert, Descriptions, Typography } from 'antd'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { withTexts } from '#schemas/compile/document-texts.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import type { DocumentTexts } from '#schemas/page/texts.ts'
import { type Language, OWN_LANGUAGE, t } from '#schemas/text/text.ts'
import { useDict } from '../data/use-dict.ts'
import { useLabels } from '../data/use-labels.ts'
import { useRequest } from '../data/use-request.ts'
import { RenderForm } from '../form/RenderForm.tsx'
import { createFormStore } from '../form/store.ts'
import { dictionaryText } from '../grid/core/cell-text.ts'
import { useLanguage } from '../kit/use-language.ts'
import { displayText } from '../widget/display-text.ts'
import { RendererProvider, useRenderer } from '../widget/renderer-context.tsx'
import { UnknownWidget } from '../widget/UnknownWidget.tsx'
import { WidgetControl } from '../widget/WidgetControl.tsx'
import type { Widget } from '../widget/widget.ts'
import { EXAMPLE_PREFIX, exampleClient } from './example-client.ts'

/** A widget's `example.json`. */
export interface Example {
  kind: string
  columns: { name: string; property: Property; value: string | number | null }[]
  /** As in documents; the values are data and stay. */
  texts?: DocumentTexts
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
  const language = useLanguage()
  const form = useMemo(() => exampleForm(example, language), [example, language])
  const [store] = useState(() =>
    createFormStore(form, Object.fromEntries(example.columns.map(({ name, value }) => [name, value]))),
  )
  const [, render] = useReducer((turn: number) => turn + 1, 0)
  useEffect(() => store.subscribeAll(render), [store])
  const row = store.row()
  const widget = registry.find('field', example.kind) ?? registry.find('display', example.kind)
  return (
    <section aria-label={example.kind}>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        {example.kind}
      </Typography.Title>
      <RenderForm store={store} form={form} />
      {widget ? (
        <Descriptions
          size="small"
          bordered
          column={1}
          items={form.fields.map((field) => ({
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
        <Alert type="warning" title={t('没有名为 {kind} 的控件', { kind: example.kind })} />
      )}
    </section>
  )
}

/** The form of an example in the language that is chosen. */
function exampleForm({ kind, columns, texts }: Example, language: Language): CompiledForm {
  const document: FormDocument = {
    kind: 'form',
    code: `${EXAMPLE_PREFIX}${kind}`,
    title: kind,
    schema: {
      type: 'object',
      properties: Object.fromEntries(columns.map(({ name, property }) => [name, property])),
    },
    layout: { columns: 2 },
  }
  if (language === OWN_LANGUAGE) return compileForm(document)
  const words = new Map(Object.entries(texts?.[language] ?? {}))
  return compileForm(withTexts(document, (text) => words.get(text) ?? text))
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
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))', gap: 12 }}>
      <span>
        <small>{t('存储')} </small>
        <code>{JSON.stringify(stored)}</code>
      </span>
      <span>
        <small>{t('显示')} </small>
        <span data-surface="display">{displayText(registry, field, shown)}</span>
      </span>
      <span>
        <small>{t('单元格')} </small>
        {widget.cell ? <Cell widget={widget} field={field} value={stored} text={text} /> : '—'}
      </span>
      <span>
        <label htmlFor={`filter-${widget.kind}-${field.name}`}>
          <small>{t('查询')} </small>
        </label>
        {widget.filter ? (
          <WidgetControl
            surface="filter"
            fallback={UnknownWidget}
            id={`filter-${widget.kind}-${field.name}`}
            field={field}
            value={stored}
            row={row}
            onChange={onFilter}
          />
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
    if (!place.current) return
    place.current.replaceChildren()
    const row = { [field.name]: value }
    widget.cell?.paint(place.current, widget.codec.parse(value), field.options, text, row)
  }, [widget, field, value, text])
  return <span ref={place} data-surface="cell" />
}
