import { useEffect } from 'react'
import { useDict } from '../../data/use-dict.ts'
import { useLabels } from '../../data/use-labels.ts'
import { useRequest } from '../../data/use-request.ts'
import type { GridColumn } from './columns.ts'
import type { GridController } from './grid-controller.types.ts'

interface ColumnTextsProps {
  controller: GridController
  columns: readonly GridColumn[]
  textless: ReadonlyMap<string, readonly string[]>
}

/** Most choices that a list over a cell offers: as many as one call answers, and one less to tell whether there are more. */
const MOST_CHOICES = 999
const NO_VALUES: readonly string[] = []

/** Draws nothing: fetches the texts that the cells show. One component per column, because each asks with a hook. */
export function ColumnTexts({ controller, columns, textless }: ColumnTextsProps) {
  return columns.map((column) => {
    const missing = textless.get(column.name)
    return (
      <span key={column.name} hidden>
        {/* A dictionary that is asked for texts by value may be too large to be sent whole. */}
        {column.field.dict !== null && !column.labels && <Choices controller={controller} column={column} />}
        {missing && (
          // Keyed: texts of an earlier question must not be taken for the answer to this one.
          <Labels key={missing.join(',')} controller={controller} column={column} values={missing} />
        )}
      </span>
    )
  })
}

function Choices({ controller, column }: { controller: GridController; column: GridColumn }) {
  const { options, loading } = useDict(column.field, MOST_CHOICES)
  useEffect(() => {
    if (!loading) controller.setChoices(column.name, options)
  }, [controller, column, options, loading])
  return null
}

interface LabelsProps {
  controller: GridController
  column: GridColumn
  values: readonly string[]
}

function Labels({ controller, column, values }: LabelsProps) {
  const labels = useLabels(column.labels, column.labels ? values : NO_VALUES)
  const own = useRequest(async () => column.loadTexts?.(values) ?? null, [column, values])
  const texts = column.labels ? labels : own.data
  useEffect(() => {
    if (texts) controller.setLabels(column.name, texts, values)
  }, [controller, column, texts, values])
  return null
}
