import { afterAll, describe, expect, it } from 'vitest'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import { generatedRow } from '#tests/helpers/generated-row.ts'
import { createMarkedWorld, type Mark, type MarkedUser, marksIn, USERS } from '#tests/helpers/marked-world.ts'
import { answersOf, readCalls, writeCalls } from '#tests/helpers/route-sweep.ts'
import { openTableEar } from '#tests/helpers/table-ear.ts'
import { digests } from '#tests/helpers/table-marks.ts'

const world = await createMarkedWorld()
afterAll(() => world.close())
const calls = readCalls(world)

/** What each of them may be told of what is kept in tenant 1. Keys, and names that one chooses by, are open to all who are signed in. */
const MAY: Readonly<Record<MarkedUser, (mark: Mark) => boolean>> = {
  keeper: () => true,
  narrowed: ({ row }) => row !== 'h',
  unseeing: ({ column }) => column !== 'c',
  stranger: ({ row }) => row === 'x',
}

describe('every reading call of the route table, for every document', () => {
  const answers = {} as Record<MarkedUser, Mark[][]>
  const each = calls.map((call, at) => ({ ...call, at }))
  const told = (user: MarkedUser, at: number) => answers[user]?.[at] ?? []
  const say = (user: MarkedUser, url: string, marks: readonly Mark[]) =>
    `${user} ${url}: ${marks.map(({ text }) => text)}`

  it.each(['keeper', 'narrowed', 'unseeing', 'stranger'] as const)('is asked as %s', async (user) => {
    // Calls that are refused are logged, too: with more lines than a look-up of the log answers, the marked ones would be beyond it.
    await world.test.database.connections.writePool.query(
      "delete from platform.sys_log where coalesce(username, '') !~ '^q.*q$'",
    )
    // What tells a keeper nothing tells the others nothing: they hold less.
    const asked = each.filter(({ at }) => user === 'keeper' || told('keeper', at).length > 0)
    const marks = (await answersOf(world, world.tokens[user], asked)).map(marksIn)
    answers[user] = []
    for (const [place, { at }] of asked.entries()) answers[user][at] = marks[place] ?? []
  })

  it('gives away no row and no column that the list of the document does not show', () => {
    const wrong = USERS.flatMap((user) =>
      each.flatMap(({ url, at }) => {
        const beyond = told(user, at).filter((mark) => mark.tenant !== '1' || !MAY[user](mark))
        return beyond.length > 0 ? [say(user, url, beyond)] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  it('shows those rows and columns that the list shows', () => {
    const lost = (['narrowed', 'unseeing'] as const).flatMap((user) =>
      each
        .filter(({ namesHidden, isRecords }) => (user === 'narrowed' ? !namesHidden : isRecords))
        .flatMap(({ url, at }) => {
          const got = new Set(told(user, at).map(({ text }) => text))
          const missing = told('keeper', at).filter(
            (mark) => mark.row !== 'x' && MAY[user](mark) && !got.has(mark.text),
          )
          return missing.length > 0 ? [say(user, url, missing)] : []
        }),
    )
    expect(lost).toEqual([])
  })

  it('tells a keeper of every row and column of every document: nothing is proved by silence', () => {
    const whole = new Set(answers.keeper.flat().map(({ text }) => text.slice(2)))
    const silent = world.forms
      .filter(({ marked, controlled }) => marked.length > 0 && controlled !== null)
      .flatMap(({ form, number, controlled }) =>
        ['s', 'h']
          .filter((row) => !whole.has(`${row}c${number}${row}q`))
          .map((row) => `${form.code}.${controlled} ${row}`),
      )
    expect(silent).toEqual([])
    expect(world.forms.length).toBeGreaterThan(30)
    expect(calls.length).toBeGreaterThan(1000)
  })
})

describe('the room of every record', () => {
  it('is for those who may read the record: nobody else hears or tells who has it open [call-93, A-9]', async () => {
    const { test, tokens, forms, idOf } = world
    await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    const records = forms.flatMap(({ form: { code }, number }) =>
      (['s', 'h'] as const).map((row) => ({
        code,
        id: idOf(number, row),
        room: `${code}:${idOf(number, row)}`,
      })),
    )
    let open = 0
    const closed: string[] = []
    // A page has 50 of them at most.
    for (let at = 0; at < records.length; at += 40) {
      const part = records.slice(at, at + 40)
      const keys = part.map(({ room }) => room)
      const listen = (user: MarkedUser, page = 'ear') =>
        openTableEar(test.app, { userId: `user-${user}`, token: tokens[user], page: `${user}-${page}`, keys })
      const readable = {} as Record<MarkedUser, string[]>
      for (const user of USERS) {
        readable[user] = []
        for (const { code, id, room } of part) {
          const answer = await test.call(tokens[user], 'GET', `/online/cgform/api/form/${code}/${id}`)
          if (answer.body.success && answer.body.result) readable[user].push(room)
        }
      }
      const ears = new Map<MarkedUser, Awaited<ReturnType<typeof listen>>>()
      for (const user of USERS) ears.set(user, await listen(user))
      const roomsOf = (user: MarkedUser, by: MarkedUser) =>
        [
          ...new Set(
            ears
              .get(user)
              ?.people()
              .filter(({ senderId }) => senderId === `${by}-tells`)
              .map((one) => one.socketKey),
          ),
        ].sort()
      for (const by of USERS) {
        const teller = await listen(by, 'tells')
        for (const socketKey of keys) teller.say('tell_place', { socketKey, place: null })
        for (const user of USERS) {
          const both = readable[user].filter((room) => readable[by].includes(room)).sort()
          await expect.poll(() => roomsOf(user, by), { timeout: 10_000 }).toEqual(both)
          open += both.length
          closed.push(...keys.filter((room) => !both.includes(room)))
        }
        teller.socket.terminate()
      }
      for (const user of USERS)
        for (const by of USERS)
          expect(roomsOf(user, by), `${user} of ${by}`).toEqual(
            readable[user].filter((room) => readable[by].includes(room)).sort(),
          )
      for (const { socket } of ears.values()) socket.terminate()
    }
    expect(open).toBeGreaterThan(100)
    expect(closed.length).toBeGreaterThan(100)
  })
})

/** By `<form>.<field>`: a value that the document's own look-up offers, or the main record of a sub row. */
const choices = new Map<string, unknown>()
for (const { form } of world.forms) {
  for (const { name } of form.fields.filter((field) => choiceSource(field) !== null)) {
    const options = `/sys/dict/loadDict/${form.code}.${name}?pageSize=1000`
    const { body } = await world.test.call(world.tokens.keeper, 'GET', options)
    if (!body.success) continue
    const values: string[] = body.result.map(({ value }: { value: string }) => value)
    // A row that the narrowed user sees, too.
    choices.set(`${form.code}.${name}`, values.find((value) => /^q.*sq$/.test(value)) ?? values[0])
  }
  for (const { code, foreignKey } of form.subTables) {
    const main = world.forms.find((one) => one.form === form)
    choices.set(`${code}.${foreignKey}`, main && world.idOf(main.number, 's'))
  }
}
/** Rows that a data rule hides, by their key. */
const HIDDEN = '^\\(q1xv..hq'
/** A row that the document accepts, with this text where any may stand. */
const rowFor = ({ form }: (typeof world.forms)[number], mark: string) =>
  generatedRow(form, { mark, choices: ({ name }) => choices.get(`${form.code}.${name}`) })

describe('every writing call, for every document', () => {
  const { test, tokens, forms, idOf } = world
  const send = async (user: MarkedUser, method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
    const answer = await test.call(tokens[user], method, url, body)
    expect(answer.status, `${user} ${method} ${url}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
    return answer
  }
  const own = forms.filter(({ form }) => form.table !== null)

  it('adds what those with the right may add, and nothing in columns that they do not see', async () => {
    const added = new Set<string>()
    const refused: string[] = []
    for (const form of forms)
      for (const user of USERS) {
        const { code } = form.form
        const mark = `n${user[0]}${form.number}abcd`
        const answer = await send(user, 'POST', `/online/cgform/api/form/${code}`, rowFor(form, mark))
        if (user === 'stranger') expect(answer.status, code).toBe(403)
        else if (answer.body.success) added.add(`${code} ${user}`)
        else if (form.form.table !== null) refused.push(`${user} ${code}: ${answer.body.message}`)
        if (!answer.body.success || user === 'stranger') continue
        const record = `/online/cgform/api/form/${code}/${answer.body.result}`
        const stored = (await test.call(tokens.keeper, 'GET', record)).body.result
        const value = form.controlled ? stored[form.controlled] : null
        if (user === 'unseeing') expect(value, `${code} ${form.controlled}`).not.toBe(mark)
        if (form.form.table !== null)
          expect((await send('keeper', 'DELETE', record)).body.result, record).toBe(1)
      }
    // A document of this product or of others is filled in without a line here.
    expect(refused).toEqual([])
    expect(added.size).toBeGreaterThan(50)
  })

  it('leaves alone what a data rule hides, whatever call names it', async () => {
    const before = await digests(test, HIDDEN)
    for (const form of forms)
      for (const { method, url, body } of writeCalls(
        world,
        form,
        idOf(form.number, 'h'),
        rowFor(form, 'nh00abcd'),
      ))
        await send('narrowed', method, url, body)
    const after = await digests(test, HIDDEN)
    for (const table of new Set([...Object.keys(before), ...Object.keys(after)]))
      expect(after[table], table).toBe(before[table])
  })

  it('changes no column that its sender does not see', async () => {
    for (const { form, number, controlled } of own) {
      if (controlled === null) continue
      const record = `/online/cgform/api/form/${form.code}`
      const read = async (user: MarkedUser) =>
        (await test.call(tokens[user], 'GET', `${record}/${idOf(number, 's')}`)).body.result
      const before = (await read('keeper'))[controlled]
      const seen = await read('unseeing')
      await send('unseeing', 'PUT', record, { ...seen, [controlled]: 'taken' })
      expect((await read('keeper'))[controlled], `${form.code} ${controlled}`).toBe(before)
    }
  })

  it('tells of a value that is taken in rows that one sees, and of no other', async () => {
    let asked = 0
    for (const { form, number } of forms)
      for (const field of form.fields.filter(({ property }) => property.unique)) {
        const { body } = await test.call(
          tokens.keeper,
          'GET',
          `/online/cgform/api/form/${form.code}/${idOf(number, 'h')}`,
        )
        const value = body.result?.[field.name]
        if (typeof value !== 'string') continue
        const taken = async (user: MarkedUser) => {
          const query = new URLSearchParams({ tableName: form.code, fieldName: field.name, fieldVal: value })
          return (await test.call(tokens[user], 'GET', `/sys/duplicate/check?${query}`)).body
        }
        expect((await taken('keeper')).success, `${form.code} ${field.name}`).toBe(false)
        expect((await taken('narrowed')).success, `${form.code} ${field.name}`).toBe(true)
        expect(await taken('stranger')).toMatchObject({ success: false, refusal: 'FORBIDDEN' })
        asked++
      }
    expect(asked).toBeGreaterThan(5)
  })

  it('is closed to those without a right', async () => {
    const before = await digests(test, 'q1')
    for (const form of forms)
      for (const { method, url, body } of writeCalls(
        world,
        form,
        idOf(form.number, 's'),
        rowFor(form, 'ns00abcd'),
      ))
        expect((await send('stranger', method, url, body)).status, `${method} ${url}`).toBe(403)
    expect(await digests(test, 'q1')).toEqual(before)
  })
})
