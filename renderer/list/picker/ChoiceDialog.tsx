import { App, Flex } from 'antd'
import { useMemo, useState } from 'react'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { t } from '#schemas/text/text.ts'
import type { RowSource } from '../../data/data-client.ts'
import { useLabels } from '../../data/use-labels.ts'
import { PickDialog } from '../../kit/PickDialog.tsx'
import { useList } from '../use-list.ts'
import { ChosenRows } from './ChosenRows.tsx'
import { choiceMistake, PickQuery, PickTable } from './PickTable.tsx'

const WIDTH = 900
const PAGE_SIZES = [5, 10, 20, 30]
const SIDE_WIDTH = 240
/** Longest name of a chosen row that is shown whole, as specified for this picker. */
const NAME_LENGTH = 12

export interface OfferedRows {
  /** Columns and filters of the rows; its title says what is chosen. */
  rows: FormDocument
  /** Column that names a row, and the one that is stored. */
  name: string
  stored: string
}

interface Props extends OfferedRows {
  field: Field
  source: RowSource
  values: readonly string[]
  several: boolean
  onCancel(): void
  onConfirm(values: string[]): void
}

/** Rows by a query, page by page, and beside them those that are chosen. */
export function ChoiceDialog(props: Props) {
  const { rows, name, stored, field, source, values, several, onCancel, onConfirm } = props
  const { message } = App.useApp()
  const form = useMemo(() => compileForm(rows), [rows])
  const { columns, query } = form.list
  const [begun] = useState(() => new Map(values.map((one): [string, Row] => [one, { [stored]: one }])))
  const names = useLabels(lookupSource(field), values)
  const list = useList({ source, columns, query, rowKey: stored, pageSizes: PAGE_SIZES, chosen: begun })

  function confirm() {
    const mistake = choiceMistake(list, several, values.length)
    if (mistake) message.warning(mistake)
    else onConfirm([...list.chosen.keys()])
  }

  return (
    <PickDialog
      title={t('{noun}选择', { noun: form.title })}
      width={WIDTH}
      onCancel={onCancel}
      onConfirm={confirm}
    >
      <PickQuery list={list} places={3} />
      <Flex gap={16} wrap>
        <div style={{ flex: '1 1 320px', minWidth: 0 }}>
          <PickTable list={list} several={several} />
        </div>
        <div style={{ flex: `1 1 ${SIDE_WIDTH}px`, maxWidth: '100%', minWidth: 0 }}>
          <ChosenRows list={list} name={name} names={names} limit={NAME_LENGTH} />
        </div>
      </Flex>
    </PickDialog>
  )
}
