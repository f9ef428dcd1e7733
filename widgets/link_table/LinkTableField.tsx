import type { FieldProps } from '#renderer/index.ts'
import type { LinkTableOptions } from '#schemas/widget/link_table.ts'
import LinkTableSelectField from './LinkTableSelectField.tsx'
import { RecordCards } from './RecordCards.tsx'

/** Records of another form by name, and as cards where the document asks for them. */
export default function LinkTableField(props: FieldProps<LinkTableOptions, string[]>) {
  const { options, value, disabled, onChange } = props
  return (
    <>
      <LinkTableSelectField {...props} />
      {options.showType === 'card' && options.table && value.length > 0 ? (
        <RecordCards
          form={options.table}
          options={options}
          values={value}
          disabled={disabled}
          onRemove={(one) => onChange(value.filter((other) => other !== one))}
        />
      ) : null}
    </>
  )
}
