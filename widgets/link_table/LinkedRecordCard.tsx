import {
  type CardProps,
  FormCodeContext,
  formPage,
  MOST_IN_CARD,
  useRenderer,
  useRequest,
  ValueCardRows,
} from '#renderer/index.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { LinkTableOptions } from '#schemas/widget/link_table.ts'

/** The records that a value names, by the columns of their own list. The server decides which of both this user sees. */
export function LinkedRecordCard({ value, options }: CardProps<LinkTableOptions, string[]>) {
  const { client } = useRenderer()
  const { table: code = '', value: column = 'id' } = options
  const key = value.slice(0, MOST_IN_CARD).join(',')
  const found = useRequest(
    async (signal) => {
      const val = key.split(',')
      const [page, { records: rows }] = await Promise.all([
        client.page(code, { signal }),
        client.list(
          { code },
          { pageNo: 1, pageSize: val.length, filter: { field: column, rule: 'in', val } },
          { signal },
        ),
      ])
      const { list } = compileForm(formPage(page).document)
      return { fields: list.columns.map(({ field }) => field), rows }
    },
    [client, code, column, key],
  )
  return (
    <FormCodeContext value={code}>
      <ValueCardRows found={found} values={key.split(',')} column={column} />
    </FormCodeContext>
  )
}
