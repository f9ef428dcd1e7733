import { type FieldProps, TreeField, useRenderer } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { SelTreeOptions } from '#schemas/widget/sel_tree.ts'

/** Most matches of a search. */
const MOST = 100

/** A dropdown with the tree of a table. */
export default function SelTreeField({
  value,
  options,
  onChange,
  ...props
}: FieldProps<SelTreeOptions, string[]>) {
  const { client } = useRenderer()
  const source = lookupSource(props.field)
  return (
    <TreeField
      {...props}
      source={source}
      // The parent of a topmost node is no node.
      values={value.filter((one) => one !== String(options.pidValue ?? '0'))}
      several={options.multiSelect ?? false}
      search={async (keyword, signal) => {
        const hits = source ? await client.searchTree?.(source, keyword, { signal }) : []
        if (hits) return hits
        const found = source ? await client.options(source, { keyword, pageSize: MOST }, { signal }) : []
        // The search of a dictionary looks into the stored values as well, which are not shown here.
        return found
          .filter(({ text }) => text.includes(keyword))
          .map(({ value, text }) => ({ value: String(value), title: text, path: [text] }))
      }}
      onChange={(values) => onChange(values)}
    />
  )
}
