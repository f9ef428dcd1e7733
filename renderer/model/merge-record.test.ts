import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FormPage } from '#schemas/api/page.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { mergeRecord } from './merge-record.ts'
import type { Side } from './merge-row.ts'
import { pageModel } from './page-model.ts'

const company: FormDocument = {
  kind: 'form',
  code: 'company',
  title: '企业',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text' },
      phone: { type: 'string', title: '电话', view: 'text' },
      fee: { type: 'number', title: '费用', view: 'number' },
      total: { type: 'number', title: '合计', view: 'number' },
      area: { type: 'string', title: '省', view: 'link_down', options: { linkField: 'town' } },
      town: { type: 'string', title: '市', view: 'text', form: false },
    },
  },
  subTables: [
    { code: 'contact', foreignKey: 'company_id', relation: 'many' },
    { code: 'invoice', foreignKey: 'company_id', relation: 'one' },
  ],
  // biome-ignore lint/suspicious/noThenProperty: the keyword of the document
  rules: [{ then: { value: { total: 'fee * 2' } } }],
}
const sub = (code: string): FormDocument => ({
  kind: 'form',
  code,
  title: code,
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '姓名', view: 'text' },
      phone: { type: 'string', title: '电话', view: 'text' },
      company_id: { type: 'string', title: '企业', view: 'text' },
    },
  },
})
const model = pageModel({
  kind: 'form',
  document: company,
  subDocuments: { contact: sub('contact'), invoice: sub('invoice') },
  access: { actions: [], readonly: [] },
} as unknown as FormPage)

const merge = (before: Row, mine: Row, current: Row) => mergeRecord(model, { before, mine, current })
const undecided = new Map<string, Side>()
const base = { id: 'a', _version: 1, name: '甲', phone: '1', fee: 1, total: 2 }
const open = ({ parts }: ReturnType<typeof merge>) =>
  parts.filter(({ from }) => from === null).map(({ key }) => key)

describe('a record that two people changed', () => {
  it('has the fields of both where each changed others, over the newest version', () => {
    const made = merge(base, { ...base, name: '我的' }, { ...base, _version: 4, phone: '22' })
    expect(open(made)).toEqual([])
    expect(made.build(undecided)).toMatchObject({ id: 'a', _version: 4, name: '我的', phone: '22' })
  })

  it('is decided where both changed one field, for mine, for theirs, or for what was there before', () => {
    const made = merge(base, { ...base, name: '我的' }, { ...base, _version: 2, name: '他的' })
    expect(open(made)).toEqual(['name'])
    for (const [side, name] of [
      ['mine', '我的'],
      ['current', '他的'],
      ['before', '甲'],
    ] as const)
      expect(made.build(new Map([['name', side]])).name).toBe(name)
  })

  it('has no difference where both entered the same, or the same number in other words', () => {
    const made = merge(base, { ...base, name: '新', fee: '2.50' }, { ...base, name: '新', fee: 2.5 })
    expect(made.parts).toEqual([])
  })

  it('leaves to the rules what follows from the merged values', () => {
    const made = merge(base, { ...base, fee: 5, total: 10 }, { ...base, _version: 2, name: '他的', total: 3 })
    expect(open(made)).toEqual([])
  })

  it('takes fields that are drawn through another together with it, from one side', () => {
    const begun = { ...base, area: '浙江', town: '杭州' }
    const made = merge(begun, { ...begun, area: '江苏', town: '南京' }, { ...begun, town: '宁波' })
    expect(open(made)).toEqual(['area'])
    expect(made.build(new Map([['area', 'current']]))).toMatchObject({ area: '浙江', town: '宁波' })
    expect(made.build(new Map([['area', 'mine']]))).toMatchObject({ area: '江苏', town: '南京' })
  })

  it('keeps what the refusal does not repeat, such as a mask in place of a secret', () => {
    const { phone: _phone, ...current } = { ...base, _version: 2, name: '他的' }
    const made = merge({ ...base, phone: '******' }, { ...base, phone: '******', fee: 7 }, current)
    expect(made.build(undecided)).toMatchObject({ phone: '******', name: '他的', fee: 7 })
  })

  it('keeps what somebody else changed in a field that no form shows', () => {
    const made = merge(
      { ...base, town: '杭州' },
      { ...base, town: '杭州', name: '我的' },
      { ...base, town: '宁波' },
    )
    expect(made.build(undecided)).toMatchObject({ name: '我的', town: '宁波' })
  })
})

describe('sub rows that two people changed', () => {
  const rows = [
    { id: 'a', _version: 1, name: '甲', phone: '1' },
    { id: 'b', _version: 1, name: '乙', phone: '2' },
  ]
  const [first = {}, second = {}] = rows
  const contacts = (before: readonly Row[], mine: readonly Row[], current: readonly Row[]) =>
    merge(
      { ...base, contact: before },
      { ...base, contact: mine },
      { ...base, _version: 2, contact: current },
    )

  it('are put together row by row and field by field; new rows of both stay', () => {
    const made = contacts(
      rows,
      [{ ...first, name: '甲甲' }, second, { name: '我的新行' }],
      [
        { ...first, _version: 2, phone: '111' },
        second,
        { id: 'c', _version: 1, name: '他的新行', phone: null },
      ],
    )
    expect(open(made)).toEqual([])
    expect(made.build(undecided).contact).toEqual([
      { id: 'a', _version: 2, name: '甲甲', phone: '111' },
      second,
      { name: '我的新行' },
      { id: 'c', _version: 1, name: '他的新行', phone: null },
    ])
  })

  it('go where one side removed them and the other left them alone', () => {
    expect(contacts(rows, [first], rows).build(undecided).contact).toEqual([first])
    expect(contacts(rows, rows, [second]).build(undecided).contact).toEqual([second])
  })

  it('are decided as a whole where one side removed what the other changed', () => {
    const theirs = contacts(rows, [first], [first, { ...second, _version: 2, phone: '22' }])
    expect(open(theirs)).toEqual(['contact b '])
    expect(theirs.build(new Map([['contact b ', 'mine']])).contact).toEqual([first])
    expect(theirs.build(new Map([['contact b ', 'current']])).contact).toEqual([
      first,
      { ...second, _version: 2, phone: '22' },
    ])
    expect(theirs.build(new Map([['contact b ', 'before']])).contact).toEqual([
      first,
      { ...second, _version: 2 },
    ])
    const mine = contacts(rows, [first, { ...second, phone: '22' }], [first])
    expect(open(mine)).toEqual(['contact b '])
    // It is gone from the server, so it is entered again.
    expect(mine.build(new Map([['contact b ', 'mine']])).contact).toEqual([
      first,
      { name: '乙', phone: '22' },
    ])
    expect(mine.build(new Map([['contact b ', 'current']])).contact).toEqual([first])
  })

  it('are not sent where the user changed none of them', () => {
    const made = merge({ ...base, contact: rows }, base, { ...base, contact: [first] })
    expect(Object.keys(made.build(undecided))).not.toContain('contact')
  })

  it('are one row where there is at most one, also when both sides entered it', () => {
    const invoices = (one: Row, other: Row) =>
      merge({ ...base }, { ...base, invoice: [one] }, { ...base, invoice: other })
    const made = invoices({ name: '我' }, { id: 'i', _version: 1, phone: '9' })
    expect(open(made)).toEqual([])
    expect(made.build(undecided).invoice).toEqual([{ id: 'i', _version: 1, name: '我', phone: '9' }])
    expect(open(invoices({ name: '我' }, { id: 'i', name: '他' }))).toEqual(['invoice new 0 name'])
  })
})

type Edit =
  | { at: 'main'; field: string; value: string }
  | { at: 'row'; pick: number; field: string; value: string }
  | { at: 'add'; value: string }
  | { at: 'remove'; pick: number }
type Move = { who: 0 | 1 } & ({ does: 'edit'; edit: Edit } | { does: 'save'; side: Side })

const FIELDS = ['name', 'phone']
const value = fc.constantFrom('一', '二', '三', '')
const field = fc.constantFrom(...FIELDS)
const pick = fc.nat(5)
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ at: fc.constant('main' as const), field, value }),
  fc.record({ at: fc.constant('row' as const), pick, field, value }),
  fc.record({ at: fc.constant('add' as const), value }),
  fc.record({ at: fc.constant('remove' as const), pick }),
)
const who = fc.constantFrom<0 | 1>(0, 1)
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ who, does: fc.constant('edit' as const), edit }) },
  {
    weight: 1,
    arbitrary: fc.record({
      who,
      does: fc.constant('save' as const),
      side: fc.constantFrom<Side>('mine', 'current', 'before'),
    }),
  },
)

/** A record with its sub rows on a server that keeps versions, as `write/unit-of-work.ts` does. */
class Server {
  record: Row = { id: 'a', _version: 1, name: '甲', phone: '1' }
  rows: Row[] = ['p', 'q', 'r'].map((id) => ({ id, _version: 1, name: id, phone: '0' }))
  private serial = 0
  read = (): Row => structuredClone({ ...this.record, contact: this.rows })
  /** False for a stale save. */
  save({ contact, ...own }: Row): boolean {
    if (own._version !== this.record._version) return false
    this.record = { ...this.record, ...own, _version: Number(own._version) + 1 }
    if (!contact) return true
    const known = new Map(this.rows.map((row) => [row.id, row]))
    this.rows = (contact as Row[]).map((row) => ({
      ...known.get(row.id),
      ...row,
      id: known.has(row.id) ? row.id : `new-${++this.serial}`,
      _version: Number(known.get(row.id)?._version ?? 0) + 1,
    }))
    return true
  }
}

/** Somebody with the record open, who remembers what they touched: `field`, `row field`, `row` for its removal. */
class Editor {
  base: Row
  own: Row
  touched = new Set<string>()
  private hasRows = false
  private readonly server: Server
  constructor(server: Server) {
    this.server = server
    this.base = server.read()
    this.own = server.read()
  }
  apply(edit: Edit): void {
    const rows = this.own.contact as Row[]
    if (edit.at === 'main') {
      this.own = { ...this.own, [edit.field]: edit.value }
      this.touched.add(edit.field)
      return
    }
    this.hasRows = true
    if (edit.at === 'add') {
      this.own = { ...this.own, contact: [...rows, { name: edit.value, phone: '' }] }
      return
    }
    const row = rows[edit.pick % Math.max(1, rows.length)]
    if (!row) return
    if (edit.at === 'remove') {
      this.own = { ...this.own, contact: rows.filter((one) => one !== row) }
      if (row.id) this.touched.add(String(row.id))
    } else {
      const next = { ...row, [edit.field]: edit.value }
      this.own = { ...this.own, contact: rows.map((one) => (one === row ? next : one)) }
      if (row.id) this.touched.add(`${row.id} ${edit.field}`)
    }
  }
  /** Saves, through a merge where the record is a newer one now; undecided parts are decided for one side. */
  save(side: Side): void {
    const { contact, ...main } = this.own
    let sent: Row = this.hasRows ? { ...main, contact } : main
    const before = this.server.read()
    const decidedHere = new Set<string>()
    if (!this.server.save(sent)) {
      const made = mergeRecord(model, { before: this.base, mine: sent, current: before })
      const decided = made.parts.filter(({ from }) => from === null)
      for (const { key } of decided) decidedHere.add(key)
      for (const { key } of decided) this.touched.add(key.replace(/^contact /, '').trim())
      sent = made.build(new Map(decided.map(({ key }) => [key, side] as const)))
      expect(this.server.save(sent)).toBe(true)
    }
    const after = this.server.read()
    this.judge(before, after)
    // What was typed arrives, unless a merge said otherwise.
    for (const name of FIELDS)
      if (!decidedHere.has(name) && this.own[name] !== this.base[name])
        expect(after[name]).toBe(this.own[name])
    this.judgeRows(before, after, (key) => decidedHere.has(`contact ${key}`))
    this.base = this.server.read()
    this.own = this.server.read()
    this.touched.clear()
    this.hasRows = false
  }
  /** What was typed into rows arrives, and no row goes that somebody else has changed, unless it was decided. */
  private judgeRows(before: Row, after: Row, isDecided: (key: string) => boolean): void {
    const rowsById = (row: Row) => new Map((row.contact as Row[]).map((one) => [one.id, one]))
    const [read, now] = [rowsById(this.base), rowsById(after)]
    for (const [id, mine] of rowsById(this.own)) {
      const base = read.get(id)
      if (!base || isDecided(`${id} `)) continue
      for (const name of FIELDS)
        if (mine[name] !== base[name] && !isDecided(`${id} ${name}`))
          expect([id, name, now.get(id)?.[name]]).toEqual([id, name, mine[name]])
    }
    for (const [id, current] of rowsById(before)) {
      const base = read.get(id)
      const isChanged = base && FIELDS.some((name) => current[name] !== base[name])
      if (isChanged && !isDecided(`${id} `)) expect([...now.keys()]).toContain(id)
    }
  }
  /** Nothing is another than before the save but what this user touched, or decided in a merge. */
  private judge(before: Row, after: Row): void {
    for (const name of FIELDS)
      if (!this.touched.has(name)) expect([name, after[name]]).toEqual([name, before[name]])
    const now = new Map((after.contact as Row[]).map((row) => [row.id, row]))
    for (const row of before.contact as Row[]) {
      const id = String(row.id)
      const kept = now.get(id)
      if (!kept) expect([...this.touched]).toContain(id)
      else if (!this.touched.has(id))
        for (const name of FIELDS)
          if (!this.touched.has(`${id} ${name}`))
            expect([id, name, kept[name]]).toEqual([id, name, row[name]])
    }
  }
}

describe('two editors who save in any order', () => {
  it('never lose by an accepted save a value that its user did not touch', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 4, maxLength: 24 }), (moves) => {
        const server = new Server()
        const editors = [new Editor(server), new Editor(server)] as const
        for (const step of moves) {
          const editor = editors[step.who]
          if (step.does === 'edit') editor.apply(step.edit)
          else editor.save(step.side)
        }
      }),
      propertyRuns(1500),
    )
  })
})
