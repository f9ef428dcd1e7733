import { SearchOutlined } from '@ant-design/icons'
import { type ComponentProps, useMemo } from 'react'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { RowSource } from '../../data/data-client.ts'
import { DialogButton } from '../../kit/DialogButton.tsx'
import { lazyDialog } from '../../kit/lazy-dialog.ts'
import { ChoiceSelect } from '../../widget/ChoiceSelect.tsx'
import type { OfferedRows } from './ChoiceDialog.tsx'

const RowsDialog = lazyDialog(async () => ({
  default: (await import('./RowsDialog.tsx')).RowsDialog,
}))
const ChoiceDialog = lazyDialog(async () => ({
  default: (await import('./ChoiceDialog.tsx')).ChoiceDialog,
}))

type SelectProps = ComponentProps<typeof ChoiceSelect>

interface RecordSelectProps extends SelectProps {
  /** The form whose rows are offered, and the column of them that is stored. */
  form: string
  column: string
}

/** Rows of a form by their names in a dropdown, or with all their columns in a dialog. */
export function RecordSelect({ form, column, ...select }: RecordSelectProps) {
  const { field, values, several, disabled, onChange } = select
  return (
    <DialogButton
      title={field.title}
      icon={<SearchOutlined />}
      disabled={disabled}
      dialog={(close) => (
        <RowsDialog
          code={form}
          several={several}
          column={column}
          values={values}
          onCancel={close}
          onConfirm={(rows) => {
            close()
            onChange(rows.map((row) => String(row[column] ?? '')).filter((one) => one !== ''))
          }}
        />
      )}
    >
      {() => <ChoiceSelect {...select} />}
    </DialogButton>
  )
}

type OfferedSelectProps = SelectProps & OfferedRows

/** Rows of a table of the platform, as the field's kind offers them: in a dropdown, or in a dialog with those that are chosen beside them. */
export function OfferedSelect({ rows, name, stored, ...select }: OfferedSelectProps) {
  const { field, values, several, disabled, onChange } = select
  const lookup = lookupSource(field)
  const source = useMemo<RowSource | null>(
    () =>
      lookup && 'table' in lookup ? { code: lookup.table.table, offeredBy: lookup.table.key ?? '' } : null,
    [lookup],
  )
  return (
    <DialogButton
      title={field.title}
      icon={<SearchOutlined />}
      disabled={disabled || source === null}
      dialog={(close) =>
        source ? (
          <ChoiceDialog
            rows={rows}
            name={name}
            stored={stored}
            field={field}
            source={source}
            values={values}
            several={several}
            onCancel={close}
            onConfirm={(next) => {
              close()
              onChange(next)
            }}
          />
        ) : null
      }
    >
      {() => <ChoiceSelect {...select} />}
    </DialogButton>
  )
}
