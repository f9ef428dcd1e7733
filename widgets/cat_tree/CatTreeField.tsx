import { type FieldProps, searchNodes, TreeField, useRenderer } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { CatTreeOptions } from '#schemas/widget/cat_tree.ts'

/** A dropdown with the category tree; the label may be kept in a column of its own. */
export default function CatTreeField({
  value,
  options,
  onChange,
  ...props
}: FieldProps<CatTreeOptions, string[]>) {
  const { client } = useRenderer()
  const source = lookupSource(props.field)
  const { textField } = options
  return (
    <TreeField
      {...props}
      source={source}
      values={value}
      opensWhole
      several={options.multiSelect ?? false}
      search={async (keyword, signal) =>
        source ? searchNodes(await client.tree(source, '', { signal, whole: true }), keyword) : []
      }
      onChange={(values, names) =>
        onChange(values, textField ? { [textField]: names.join(',') || null } : undefined)
      }
    />
  )
}
