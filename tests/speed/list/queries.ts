/** One question to the measured list, as the wire asks it. */
export interface ListQuestion {
  name: string
  /** Found and ordered by the table's index. */
  indexed: boolean
  parameters: Readonly<Record<string, string>>
  /** The same question as somebody would write it by hand for the peer, after the tenant's `$1`. */
  byHand: { where: string; values: readonly string[]; orderBy: string; offset: number }
}

const advanced = (entries: readonly { field: string; rule: string; val: string }[]) =>
  JSON.stringify(entries.map((entry) => ({ type: 'text', ...entry })))

/** Ten questions as users of a list ask them, all for pages of ten. */
export const LIST_QUESTIONS: readonly ListQuestion[] = [
  {
    name: 'filter and order by the index',
    indexed: true,
    parameters: { status: '1', column: 'opened', order: 'desc', pageNo: '3' },
    byHand: { where: 'status = $2', values: ['1'], orderBy: 'opened desc, id desc', offset: 20 },
  },
  {
    name: 'range within the index',
    indexed: true,
    parameters: {
      status: '2',
      opened_begin: '2021-03-01',
      opened_end: '2021-09-30',
      column: 'opened',
      order: 'asc',
      pageNo: '2',
    },
    byHand: {
      where: 'status = $2 and opened >= $3 and opened <= $4',
      values: ['2', '2021-03-01', '2021-09-30'],
      orderBy: 'opened, id',
      offset: 10,
    },
  },
  {
    name: 'newest first, nothing asked',
    indexed: false,
    parameters: { pageNo: '1' },
    byHand: { where: 'true', values: [], orderBy: 'create_time desc, id desc', offset: 0 },
  },
  {
    name: 'deep page of the index',
    indexed: false,
    parameters: { status: '1', column: 'opened', order: 'desc', pageNo: '400' },
    byHand: { where: 'status = $2', values: ['1'], orderBy: 'opened desc, id desc', offset: 3990 },
  },
  {
    name: 'filter without an index',
    indexed: false,
    parameters: { city: '城市7', pageNo: '2' },
    byHand: { where: 'city = $2', values: ['城市7'], orderBy: 'create_time desc, id desc', offset: 10 },
  },
  {
    name: 'part of a text',
    indexed: false,
    parameters: { name: '*99*', pageNo: '1' },
    byHand: { where: 'name like $2', values: ['%99%'], orderBy: 'create_time desc, id desc', offset: 0 },
  },
  {
    name: 'range without an index',
    indexed: false,
    parameters: { amount_begin: '1000', amount_end: '2000', column: 'amount', order: 'desc', pageNo: '1' },
    byHand: {
      where: 'amount >= $2 and amount <= $3',
      values: ['1000', '2000'],
      orderBy: 'amount desc, id desc',
      offset: 0,
    },
  },
  {
    name: 'order without an index',
    indexed: false,
    parameters: { column: 'quantity', order: 'desc', pageNo: '1' },
    byHand: { where: 'true', values: [], orderBy: 'quantity desc, id desc', offset: 0 },
  },
  {
    name: 'deep page without an index',
    indexed: false,
    parameters: { column: 'create_time', order: 'asc', pageNo: '3000' },
    byHand: { where: 'true', values: [], orderBy: 'create_time, id', offset: 29990 },
  },
  {
    name: 'advanced query',
    indexed: false,
    parameters: {
      superQueryMatchType: 'or',
      superQueryParams: advanced([
        { field: 'level', rule: 'eq', val: 'B' },
        { field: 'quantity', rule: 'gt', val: '900' },
        { field: 'contact', rule: 'right_like', val: '联系人7' },
      ]),
      column: 'opened',
      order: 'desc',
      pageNo: '2',
    },
    byHand: {
      where: '(level = $2 or quantity > $3 or contact like $4)',
      values: ['B', '900', '联系人7%'],
      orderBy: 'opened desc, id desc',
      offset: 10,
    },
  },
]

/** Eight conditions as the dialog builds them, two of them in a group. */
export const BUILT_QUESTION: ListQuestion = {
  name: 'eight conditions',
  indexed: false,
  parameters: {
    superQueryParams: JSON.stringify([
      { field: 'level', rule: 'ne', val: 'B' },
      { field: 'quantity', rule: 'gt', val: '100' },
      { field: 'quantity', rule: 'le', val: '950' },
      { field: 'name', rule: 'like', val: '9' },
      { field: 'status', rule: 'in', val: '1,2' },
      { field: 'city', rule: 'not_empty' },
      {
        matchType: 'or',
        records: [
          { field: 'amount', rule: 'ge', val: '1000' },
          { field: 'contact', rule: 'right_like', val: '联系人7' },
        ],
      },
    ]),
    column: 'opened',
    order: 'desc',
    pageNo: '2',
  },
  byHand: {
    where: `level is distinct from $2 and quantity > $3 and quantity <= $4 and name like $5 and status in ($6, $7)
      and city is not null and city <> '' and (amount >= $8 or contact like $9)`,
    values: ['B', '100', '950', '%9%', '1', '2', '1000', '联系人7%'],
    orderBy: 'opened desc, id desc',
    offset: 10,
  },
}

/** Rows of a page. */
export const PAGE_SIZE = 10

/** What stands behind the question mark. */
export function searchOf({ parameters }: ListQuestion): string {
  return new URLSearchParams({ ...parameters, pageSize: String(PAGE_SIZE) }).toString()
}
