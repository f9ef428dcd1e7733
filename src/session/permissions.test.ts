import { describe, expect, it } from 'vitest'
import {
  excludedNames,
  mayShowMenu,
  mayUseButton,
  permissionSet,
  showsElement,
  subActions,
  takenFromForm,
} from './permissions.ts'

describe('menu', () => {
  it('shows an entry whose permissionList meets the user’s, and every entry without one [perm-01, perm-02]', () => {
    const mine = permissionSet([{ action: 'a,b' }])
    expect(mayShowMenu({ path: '/x', meta: { permissionList: ['b', 'c'] } }, mine)).toBe(true)
    expect(mayShowMenu({ path: '/x', meta: { permissionList: ['c'] } }, mine)).toBe(false)
    expect(mayShowMenu({ path: '/x' }, mine)).toBe(true)
  })
})

describe('elements', () => {
  it('stay with an entry that is no button entry [perm-03, perm-05]', () => {
    expect(showsElement('user:add', [{ action: 'user:edit, user:add', type: '1' }], [])).toBe(true)
    expect(showsElement('user:add', [{ action: 'user:add', type: '2' }], [])).toBe(false)
    expect(showsElement('user:add', [], [])).toBe(false)
  })

  it('stay when their rule is switched off [perm-04, perm-11]', () => {
    expect(showsElement('user:add', [], [{ action: 'user:add', type: '1', status: '0' }])).toBe(true)
    expect(showsElement('user:add', [], [{ action: 'user:add', type: '1', status: '1' }])).toBe(false)
  })
})

describe('buttons', () => {
  it('may be used with an entry of type 2 [perm-06]', () => {
    expect(mayUseButton('x', [{ action: 'x', type: '2' }], [{ action: 'x', status: '0' }])).toBe(true)
  })

  it('are denied by a rule that is switched off [perm-07]', () => {
    expect(mayUseButton('x', [], [{ action: 'x', status: '0' }])).toBe(false)
  })

  it('are allowed by a rule in force unless the user’s own list names it, too [perm-08]', () => {
    expect(mayUseButton('x', [], [{ action: 'x', status: '1' }])).toBe(true)
    expect(mayUseButton('x', [{ action: 'x', type: '1' }], [{ action: 'x', status: '1' }])).toBe(false)
  })

  it('are allowed when no rule knows them [perm-09]', () => {
    expect(mayUseButton('x', [], [])).toBe(true)
  })
})

it('a prefix takes away what a rule in force guards and the user does not hold [perm-12]', () => {
  const rules = [
    { action: 'stand:phone,stand:batch_delete', status: '1' },
    { action: 'stand:name', status: '1' },
    { action: 'stand:note', status: '0' },
    { action: 'other:x', status: '1' },
  ]
  expect(excludedNames('stand:', [{ action: 'stand:name', type: '1' }], rules)).toEqual([
    'phone',
    'batch_delete',
  ])
})

it('finds the sub-actions behind a prefix [perm-10]', () => {
  const auth = [
    { action: 'user:add,user:edit', type: '1' },
    { action: 'user:drop', type: '2' },
    { action: 'role:add', type: '1' },
  ]
  expect(subActions('user:', auth)).toEqual(['add', 'edit'])
})

describe('a form and its grids', () => {
  const on = (action: string) => ({ action, type: '1', status: '1' })
  const own = (action: string) => ({ action, type: '1' })

  it('go without the columns and buttons that the user does not hold [perm-12, perm-13, perm-14]', () => {
    const rules = ['online:stand:phone', 'online:stand:edit', 'online:other:name'].map(on)
    expect(takenFromForm('stand', [], rules)).toEqual(['edit', 'phone'])
    expect(takenFromForm('stand', [own('online:stand:phone')], rules)).toEqual(['edit'])
  })

  it('lose remove with batch_delete [perm-15]', () => {
    const rules = [on('online:stand:batch_delete')]
    expect(takenFromForm('stand', [], rules)).toEqual(['batch_delete', 'remove'])
    expect(takenFromForm('stand', [own('online:stand:batch_delete')], rules)).toEqual([])
    expect(takenFromForm('stand', [], [on('online:stand:remove')])).toEqual(['remove'])
  })

  it('lose add and batch_delete by their own check when the rule is switched off [perm-16, perm-17]', () => {
    const rules = [
      { ...on('online:stand:add'), status: '0' },
      { ...on('online:stand:batch_delete'), status: '0' },
      { ...on('online:stand:edit'), status: '0' },
    ]
    expect(takenFromForm('stand', [], rules)).toEqual(['add', 'batch_delete', 'remove'])
    // An own button entry goes first.
    const buttons = [{ action: 'online:stand:add,online:stand:batch_delete', type: '2' }]
    expect(takenFromForm('stand', buttons, rules)).toEqual([])
    expect(takenFromForm('stand', [], [])).toEqual([])
  })

  it('ask for their rights under the prefix that the document names', () => {
    const rules = [on('online:stand:phone'), on('hall:stand:edit')]
    expect(takenFromForm('stand', [], rules, 'hall:stand')).toEqual(['edit'])
  })

  it('keep their buttons for whoever designs forms, and not their columns', () => {
    const rules = [on('online:stand:add'), on('online:stand:phone')]
    expect(takenFromForm('stand', [own('online:form:design')], rules)).toEqual(['phone'])
  })
})
