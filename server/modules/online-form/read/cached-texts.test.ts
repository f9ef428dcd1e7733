import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { formDocument, testSession } from '#tests/helpers/form-bench.ts'
import { createTableChanges } from '../sql/table-changes.ts'
import { cachedTexts } from './cached-texts.ts'

const form = compileForm(formDocument('company', { name: { type: 'string' } }, { table: 'companies' }))
const naming = compileForm(
  formDocument('deal', {
    company: {
      type: 'string',
      view: 'sel_tree',
      options: { table: 'company', text: 'name', code: 'id', pidField: 'pid' },
    },
  }),
)
const documents = {
  resolve: (name: string) =>
    name === 'company' || name === 'companies' ? form : name === 'deal' ? naming : null,
}

function setup() {
  const asked: string[] = []
  const clock = { now: 0 }
  const changes = createTableChanges()
  changes.setListening(true)
  const dictionaries = {
    texts: async (key: string, values: readonly string[]) => {
      asked.push(`${key.split(',')[0]}:${values.join('|')}`)
      return new Map(values.filter((value) => value !== 'none').map((value) => [value, `text ${value}`]))
    },
  }
  return { asked, clock, changes, cache: cachedTexts(dictionaries, documents, changes, () => clock.now) }
}

it('asks for what it has not, until the table changes [cache-02]', async () => {
  const { asked, changes, cache } = setup()
  const session = testSession()
  const key = 'company,name,id'
  await cache.texts(key, ['a', 'none'], session)
  expect(await cache.texts(key, ['a', 'b', 'none'], session)).toEqual(
    new Map([
      ['a', 'text a'],
      ['b', 'text b'],
    ]),
  )
  expect(asked).toEqual(['company:a|none', 'company:b'])
  changes.bump('companies')
  await cache.texts(key, ['a'], session)
  expect(asked).toHaveLength(3)
})

it('answers what it knew also in the call that fills it up', async () => {
  const { cache } = setup()
  const session = testSession()
  const many = Array.from({ length: 5001 }, (_, at) => `v${at}`)
  await cache.texts('company,name,id', many, session)
  expect(await cache.texts('company,name,id', ['v1', 'new'], session)).toEqual(
    new Map([
      ['v1', 'text v1'],
      ['new', 'text new'],
    ]),
  )
})

it('keeps nothing from one user, tenant or set of rights to another', async () => {
  const { asked, cache } = setup()
  for (const session of [
    testSession(),
    testSession({ id: 'other' }),
    testSession({ rightsVersion: '2' }),
    testSession({ tenantId: 2 }),
  ])
    await cache.texts('company,name,id', ['a'], session)
  expect(asked).toHaveLength(4)
})

it('lets names of the platform grow only seconds old', async () => {
  const { asked, clock, cache } = setup()
  const session = testSession()
  await cache.texts('sys_user,realname,username', ['a'], session)
  await cache.texts('sys_user,realname,username', ['a'], session)
  clock.now = 3000
  await cache.texts('sys_user,realname,username', ['a'], session)
  expect(asked).toHaveLength(2)
})

it('keeps nothing of a form while changes might go unheard', async () => {
  const { asked, changes, cache } = setup()
  changes.setListening(false)
  await cache.texts('company,name,id', ['a'], testSession())
  await cache.texts('company,name,id', ['a'], testSession())
  expect(asked).toHaveLength(2)
})

it('knows the table behind the options of a field', async () => {
  const { asked, clock, changes, cache } = setup()
  const session = testSession()
  await cache.texts('deal.company', ['a'], session)
  clock.now = 3000
  await cache.texts('deal.company', ['a'], session)
  expect(asked).toHaveLength(1)
  changes.bump('companies')
  await cache.texts('deal.company', ['a'], session)
  expect(asked).toHaveLength(2)
})
