import { afterAll, describe, expect, it } from 'vitest'
import { platformTable } from '#server/database/platform-tables.ts'
import { generatedRow } from '#tests/helpers/generated-row.ts'
import { createMarkedWorld, marksIn } from '#tests/helpers/marked-world.ts'
import { answersOf, readCalls, writeCalls } from '#tests/helpers/route-sweep.ts'
import { openTableEar } from '#tests/helpers/table-ear.ts'
import { digests } from '#tests/helpers/table-marks.ts'

/* Two tenants with the same data, and the administrator of each, who holds every right there. */

const world = await createMarkedWorld()
const { test, tokens, forms, idOf } = world
afterAll(() => world.close())
const separate = forms.filter(({ isShared }) => !isShared)

describe('the administrator of one tenant', () => {
  it('reads nothing of the other, by no call of the route table and no key', async () => {
    const [user, own, other] = ['second', 2, '1'] as const
    const seen = new Set<string>()
    // Of shared tables there is one set of rows, marked as the first tenant's.
    const shared = new Set(forms.filter(({ isShared }) => isShared).map(({ number }) => number))
    for (const tenant of [own, 1] as const) {
      // Of the other one's keys, the calls that name one are enough.
      const calls = readCalls(world, tenant).filter(({ url }) => tenant === own || url.includes(`q${other}x`))
      const answers = await answersOf(world, tokens[user], calls)
      const wrong = calls.flatMap(({ url }, at) => {
        const marks = marksIn(answers[at] ?? '')
        for (const { tenant: whose, table } of marks) if (whose === String(own)) seen.add(table)
        // Words of a question that its answer repeats tell nothing.
        const beyond = marks.filter(
          (mark) => mark.tenant === other && !shared.has(mark.table) && !url.includes(mark.text),
        )
        return beyond.length > 0 ? [`${url}: ${beyond.map(({ text }) => text)}`] : []
      })
      expect(wrong).toEqual([])
    }
    const silent = separate.filter(({ number, marked }) => marked.length > 0 && !seen.has(number))
    expect(silent.map(({ form }) => form.code)).toEqual([])
  })

  it('counts what is its own', async () => {
    for (const { form } of separate) {
      const totals = await Promise.all(
        (['first', 'second'] as const).map(async (user) => {
          const { body } = await test.call(
            tokens[user],
            'GET',
            `/online/cgform/api/getData/${form.code}?pageSize=1000`,
          )
          expect(body.result.records.length, form.code).toBe(Math.min(body.result.total, 1000))
          return body.result.total
        }),
      )
      // Deleted rows are nobody's: counted here, they would make room for rows of the other tenant.
      const deleted = platformTable(form.tableName)?.deleted
      const { rows } = await test.database.connections.readPool.query(
        `select count(*)::int as both from ${form.table ? 'data' : 'platform'}."${form.tableName}"
         ${deleted ? `where "${deleted}" = 0` : ''}`,
      )
      if (totals[0] + totals[1] > rows[0].both) expect(`${form.code}: ${totals}`).toBe(rows[0].both)
    }
  })

  it('changes nothing of the other, whatever call names it', async () => {
    const before = await digests(test, '^\\(?[^,]*q1xv|q1xv..[sh]q.*,1[,)]')
    for (const form of separate)
      for (const { method, url, body } of writeCalls(
        world,
        form,
        idOf(form.number, 'h'),
        generatedRow(form.form, { mark: 'n2zv00sq' }),
        true,
      )) {
        const answer = await test.call(tokens.second, method, url, body)
        expect(answer.status, `${method} ${url} ${answer.text.slice(0, 300)}`).toBeLessThan(500)
        expect(
          marksIn(answer.text).filter(({ tenant, row: kind }) => tenant === '1' && kind !== 'x'),
        ).toEqual([])
      }
    const after = await digests(test, '^\\(?[^,]*q1xv|q1xv..[sh]q.*,1[,)]')
    for (const table of new Set([...Object.keys(before), ...Object.keys(after)]))
      expect(after[table], table).toBe(before[table])
  })

  it('is told that a value of the other is free', async () => {
    let asked = 0
    for (const { form, number } of separate)
      for (const field of form.fields.filter(({ property }) => property.unique)) {
        const record = `/online/cgform/api/form/${form.code}/${idOf(number, 'h')}`
        const value = (await test.call(tokens.first, 'GET', record)).body.result?.[field.name]
        if (typeof value !== 'string') continue
        const query = new URLSearchParams({ tableName: form.code, fieldName: field.name, fieldVal: value })
        const taken = async (user: 'first' | 'second') =>
          (await test.call(tokens[user], 'GET', `/sys/duplicate/check?${query}`)).body.success
        expect([await taken('first'), await taken('second')], `${form.code} ${field.name}`).toEqual([
          false,
          true,
        ])
        asked++
      }
    expect(asked).toBeGreaterThan(5)
  })

  it('hears no message of the other about a row', async () => {
    await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    const keys = separate.slice(0, 45).map(({ form }) => form.code)
    const listen = (user: 'first' | 'second', page: string) =>
      openTableEar(test.app, { userId: `user-${user}`, token: tokens[user], page, keys })
    const [from, near] = [await listen('first', 'a'), await listen('first', 'b')]
    const [far, other] = [await listen('second', 'c'), await listen('second', 'd')]
    const tell = (ear: typeof from, tenant: 1 | 2) => {
      for (const { form, number } of separate.slice(0, 45)) {
        const args = { row: { id: idOf(number, 's', tenant) } }
        ear.say('update_vxe_table', { socketKey: form.code, args })
      }
    }
    tell(from, 1)
    await expect.poll(() => near.heard.length).toBe(keys.length + 1)
    // What the second tenant says later is heard later: by then the first one's would have come.
    tell(other, 2)
    await expect.poll(() => far.heard.length).toBe(keys.length + 1)
    expect(marksIn(far.texts.join()).filter(({ tenant }) => tenant === '1')).toEqual([])
    for (const { socket } of [from, near, far, other]) socket.terminate()
  })

  it('is in no room of a record of the other, and hears nobody who is', async () => {
    const rooms = (tenant: 1 | 2) =>
      separate.slice(0, 22).map(({ form, number }) => `${form.code}:${idOf(number, 's', tenant)}`)
    const keys = [...rooms(1), ...rooms(2)]
    const listen = (user: 'first' | 'second', page: string) =>
      openTableEar(test.app, { userId: `user-${user}`, token: tokens[user], page, keys })
    const ears = [await listen('first', 'e'), await listen('first', 'f'), await listen('second', 'g')]
    const last = await listen('second', 'h')
    for (const ear of [...ears, last])
      for (const socketKey of keys) ear.say('tell_place', { socketKey, place: null })
    const heard = (ear: typeof last) => [...new Set(ear.people().map(({ socketKey }) => socketKey))].sort()
    await expect.poll(() => ears.map(heard)).toEqual([rooms(1), rooms(1), rooms(2)].map((one) => one.sort()))
    await expect.poll(() => heard(last)).toEqual(rooms(2).sort())
    expect(new Set(last.people().map(({ senderId }) => senderId))).toEqual(new Set(['g']))
    for (const { socket } of [...ears, last]) socket.terminate()
  })
})
