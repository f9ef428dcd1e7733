import { QRCode } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import type { PrintItem, PrintTable } from './print-content.ts'

type RowItem = Extract<PrintItem, { kind: 'row' }>

/** Several items below each other, `from` being the place of the first; rows of one table stand in one table. */
export function PrintItems({ items, from = 0 }: { items: readonly PrintItem[]; from?: number }) {
  const drawn: ReactNode[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at] as PrintItem
    const number = from + at
    if (item.kind !== 'row') {
      drawn.push(<Item key={number} item={item} number={number} />)
      at += 1
      continue
    }
    const rows: RowItem[] = []
    for (let next = items[at]; next?.kind === 'row' && next.table === item.table; next = items[at]) {
      rows.push(next)
      at += 1
    }
    drawn.push(<Rows key={number} table={item.table} rows={rows} from={number} />)
  }
  return drawn
}

function Item({ item, number }: { item: Exclude<PrintItem, RowItem>; number: number }) {
  if (item.kind === 'heading')
    return (
      <h3 className="expo-print-heading" data-print-item={number}>
        {item.text}
      </h3>
    )
  if (item.kind === 'text')
    return (
      <p
        className="expo-print-text"
        data-print-item={number}
        style={{
          textAlign: item.align,
          fontSize: `${item.size}pt`,
          ...(item.bold ? { fontWeight: 600 } : {}),
        }}
      >
        {item.text}
      </p>
    )
  if (item.kind === 'qr')
    return (
      <div className={`expo-print-code expo-print-${item.align}`} data-print-item={number}>
        <QRCode
          type="svg"
          value={item.value}
          aria-label={item.value}
          bordered={false}
          color="#000"
          bgColor="#fff"
          style={{ width: `${item.size}mm`, height: `${item.size}mm`, padding: 0 }}
        />
      </div>
    )
  return (
    <dl
      className="expo-print-fields"
      data-print-item={number}
      style={{ '--expo-print-columns': item.columns } as CSSProperties}
    >
      {item.cells.map((cell) => (
        <div key={cell.title} className={cell.wide ? 'expo-print-wide' : undefined}>
          <dt>{cell.title}</dt>
          <dd>
            {cell.text}
            {cell.pictures.map(({ name, src }) => (
              <img key={src} src={src} alt={name} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Rows({ table, rows, from }: { table: PrintTable; rows: readonly RowItem[]; from: number }) {
  const all = table.columns.reduce((sum, { width }) => sum + width, 0)
  return (
    <table className="expo-print-table">
      <colgroup>
        {table.columns.map(({ title, width }, at) => (
          <col key={`${title} ${at}`} style={{ width: `${(width / all) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {table.columns.map(({ title }, at) => (
            <th key={`${title} ${at}`} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ texts, isTotal }, row) => (
          <tr key={row} data-print-item={from + row} className={isTotal ? 'expo-print-total' : undefined}>
            {texts.map((text, at) => (
              <td key={at} style={{ textAlign: table.columns[at]?.align }}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
