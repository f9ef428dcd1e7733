import { act, fireEvent, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { SubTableGrid } from '#renderer/grid/index.ts'
import type { SubTableGridHandle } from '#renderer/grid/sub-table/types.ts'
import type { DataClient, RendererServices } from '#renderer/index.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import { answeredForm } from '#schemas/import/answered-form.ts'
import type { DictOption, FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from './memory-client.ts'
import { renderWith, testServices } from './render-page.tsx'

type Column = Readonly<Record<string, unknown>>

/** A sub table as the wire describes it: its columns in the words of a grid's. */
export function wireGrid(columns: readonly Column[]): {
  document: FormDocument
  dicts: Record<string, DictOption[]>
} {
  const answered = answeredForm({
    columns: {},
    query: [],
    form: {
      head: { tableName: 'sale', tableTxt: '销售' },
      schema: { properties: { line: { view: 'tab', key: 'line', describe: '明细', columns } } },
    },
  })
  const document = answered?.subDocuments.line
  if (!answered || !document) throw new Error('no document comes of these columns')
  return { document, dicts: answered.dicts }
}

interface Bench {
  rows?: readonly Row[]
  client?: Partial<DataClient>
  documents?: readonly FormDocument[]
  services?: Partial<RendererServices>
  dicts?: Readonly<Record<string, readonly DictOption[]>>
}

/** Draws a grid with these columns of the wire. Two columns are in sight: the simulated browser gives no box a width. */
export async function showGrid(columns: readonly Column[], bench: Bench = {}) {
  const { document, dicts } = wireGrid(columns)
  return showDocument(document, { ...bench, dicts: { ...dicts, ...bench.dicts } })
}

/** Draws a grid of this form. */
export async function showDocument(
  document: FormDocument,
  { rows = [{ id: 'r1' }], client, documents = [], services, dicts = {} }: Bench = {},
) {
  const form = compileForm(document)
  const ref = createRef<SubTableGridHandle>()
  const memory = createMemoryClient({ documents: [document, ...documents], dicts })
  renderWith(
    testServices({ ...memory, ...client }, services),
    <SubTableGrid ref={ref} form={form} rows={rows} />,
  )
  // The library scrolls and measures after its first painting.
  await act(async () => {})
  const cell = (row = 0, column = 0): HTMLElement => {
    const found = globalThis.document.querySelectorAll<HTMLElement>('.ht_master tbody tr')[row]
    const td = found?.querySelectorAll<HTMLElement>('td')[column]
    if (!td) throw new Error(`no cell ${row}, ${column}`)
    return td
  }
  const stored = (name: string, row = 0) => ref.current?.read().rows[row]?.[name]
  return {
    form,
    ref,
    memory,
    cell,
    stored,
    /** Chooses a cell with the pointer, which begins to edit it. */
    async press(row = 0, column = 0) {
      const td = cell(row, column)
      await act(async () => {
        fireEvent.mouseDown(td)
        fireEvent.mouseUp(td)
        fireEvent.click(td)
      })
    },
    /** The field that has opened over a cell, once its control is there. */
    async field(): Promise<HTMLElement> {
      return waitFor(() => {
        const field = globalThis.document.querySelector<HTMLElement>('.data-grid-field')
        if (!field?.querySelector('input, textarea, button')) throw new Error('no field is open')
        return field
      })
    },
    /** Types into the grid's own input and ends with Enter. */
    async type(text: string) {
      const input = await waitFor(() => {
        const { activeElement } = globalThis.document
        if (!(activeElement instanceof HTMLTextAreaElement)) throw new Error('the grid takes no text')
        return activeElement
      })
      await act(async () => {
        fireEvent.input(input, { target: { value: text } })
        fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 })
      })
    },
  }
}
