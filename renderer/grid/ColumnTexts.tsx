import { useEffect } from 'react'
import { useDict } from '../data/use-dict.ts'
import { useLabels } from '../data/use-labels.ts'
import type { GridColumn } from './columns.ts'
import type { GridController } from './grid-controller.ts'

interface ColumnTextsProps {
  controller: GridController
  columns: readonly GridColumn[]
  textless: ReadonlyMap<string, readonly string[]>
}

/** Draws nothing: fetches the texts that the cells show. One component per column, because each asks with a hook. */
export function ColumnTexts({ controller, columns, textless }: ColumnTextsProps) {
  return columns.map((column) => {
    const missing = textless.get(column.name)
    return (
      <span key={column.name} hidden>
        {column.field.dict !== null && <Choices controller={controller} column={column} />}
        {column.labels && missing && (
          // Keyed: texts of an earlier question must not be taken for the answer to this one.
          <Labels
            key={missing.join(',')}
            controller={controller}
            name={column.name}
            source={column.labels}
            values={missing}
          />
        )}
      </span>
    )
  })
}

function Choices({ controller, column }: { controller: GridController; column: GridColumn }) {
  const { options, loading } = useDict(column.field)
  useEffect(() => {
    if (!loading) controller.setChoices(column.name, options)
  }, [controller, column, options, loading])
  return null
}

interface LabelsProps {
  controller: GridController
  name: string
  source: string
  values: readonly string[]
}

function Labels({ controller, name, source, values }: LabelsProps) {
  const labels = useLabels(source, values)
  useEffect(() => {
    if (labels) controller.setLabels(name, labels, values)
  }, [controller, name, labels, values])
  return null
}
