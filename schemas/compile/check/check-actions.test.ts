import { describe, expect, it } from 'vitest'
import { checkDocument, soundDocument } from '../check-document.ts'
import { compileForm } from '../compile-form.ts'

const FREEZE = {
  code: 'freeze',
  title: '冻结',
  at: 'selection',
  when: { field: 'status', rule: 'eq', val: '1' },
  confirm: '确定冻结？',
  does: { call: 'user.freeze' },
}

function page(...actions: unknown[]) {
  const field = { type: 'string', title: 'f', view: 'text' }
  const count = { type: 'integer', title: 'n', view: 'number' }
  return {
    kind: 'form',
    code: 'a',
    title: 'a',
    schema: { type: 'object', properties: { status: field, name: field, count } },
    list: { actions },
  }
}

const NAMES = { calls: ['user.freeze'], panels: ['user-password'] }
const found = (...actions: unknown[]) =>
  checkDocument(page(...actions), NAMES).map(
    ({ path, message, suggestion }) => `${path} ${message}${suggestion ? ` ${suggestion}` : ''}`,
  )
/** The actions that remain. */
const remaining = (...actions: unknown[]) => soundDocument(page(...actions), NAMES).document?.list?.actions
/** Their codes. */
const left = (...actions: unknown[]) =>
  remaining(...actions)?.map((action) => (typeof action === 'string' ? action : action.code))

describe('actions of a document', () => {
  it('stand among the built-in ones, in the order of their buttons', () => {
    const password = { ...FREEZE, code: 'password', at: 'row', does: { panel: 'user-password' } }
    const booths = { ...FREEZE, code: 'booths', at: 'row', does: { go: '/booths?of=#{id}&n=#{name}' } }
    const audit = { ...FREEZE, code: 'audit', at: 'record', does: { set: { status: '2' } } }
    const actions = ['add', FREEZE, 'edit', password, booths, audit]
    expect(found(...actions)).toEqual([])
    const { document } = soundDocument(page(...actions), NAMES)
    expect(document && compileForm(document).list.actions).toEqual(actions)
  })

  it.each<[string, unknown, string]>([
    [
      'a call that is not there',
      { ...FREEZE, does: { call: 'user.freez' } },
      '/list/actions/1/does/call 调用 "user.freez" 不存在，不显示这个操作 是否应为 "user.freeze"？',
    ],
    [
      'a panel that is not there',
      { ...FREEZE, does: { panel: 'user-pasword' } },
      '/list/actions/1/does/panel 面板 "user-pasword" 不存在，不显示这个操作 是否应为 "user-password"？',
    ],
    [
      'an address with a field that is not there',
      { ...FREEZE, at: 'row', does: { go: '/a?x=#{nam}' } },
      '/list/actions/1/does/go 字段 "nam" 不存在 是否应为 "name"？',
    ],
    [
      'an address of many records',
      { ...FREEZE, does: { go: '/a?x=#{name}' } },
      '/list/actions/1/does/go 只有行和记录的操作能在地址中使用 #{字段}',
    ],
    [
      'an address outside of the app',
      { ...FREEZE, does: { go: '//evil.example' } },
      '/list/actions/1/does/go',
    ],
    [
      'a field that is not there',
      { ...FREEZE, does: { set: { statu: '0' } } },
      '/list/actions/1/does/set/statu 字段 "statu" 不存在 是否应为 "status"？',
    ],
    [
      'fields of no record',
      { ...FREEZE, at: 'page', when: undefined, does: { set: { status: '0' } } },
      '/list/actions/1/does/set 页面按钮没有记录，不能设置字段',
    ],
    [
      'the code of a built-in action',
      { ...FREEZE, code: 'delete' },
      '/list/actions/1/does "delete" 是内置操作，不能写 does；自己的操作请换一个编码',
    ],
    ['an unknown keyword', { ...FREEZE, wen: FREEZE.when }, '/list/actions/1/wen 未知的关键字 "wen"'],
    [
      'a place that is none',
      { ...FREEZE, at: 'rows' },
      '/list/actions/1/at "rows" 无效，应为 page、selection、row、record 之一',
    ],
    [
      'a condition that is none',
      { ...FREEZE, when: { field: 'status', rule: 'is', val: '1' } },
      '/list/actions/1/when/rule "is" 无效',
    ],
    [
      'two things to do',
      { ...FREEZE, does: { call: 'user.freeze', set: { status: '0' } } },
      '/list/actions/1/does call、set 只能写一个',
    ],
    [
      'a variable that is not there',
      { ...FREEZE, does: { set: { name: '#{sys_user_cod}' } } },
      '/list/actions/1/does/set/name 变量 #{sys_user_cod} 不存在，不显示这个操作 是否应为 "sys_user_code"？',
    ],
    [
      'a value that its field refuses',
      { ...FREEZE, does: { set: { count: 'abc' } } },
      '/list/actions/1/does/set/count 设置的值无效：',
    ],
    [
      'a text for a field that is not there',
      { ...FREEZE, ask: { field: 'nam', title: '原因' }, does: { set: { status: '0' } } },
      '/list/actions/1/ask/field 字段 "nam" 不存在 是否应为 "name"？',
    ],
    ['nothing to do', { ...FREEZE, does: {} }, '/list/actions/1/does'],
  ])('are left out with %s', (_what, action, expected) => {
    const written = JSON.parse(JSON.stringify(action)) as unknown
    const problems = found('add', written)
    expect(
      problems.filter((line) => line.startsWith(expected)),
      problems.join('\n'),
    ).toHaveLength(1)
    expect(problems).toHaveLength(1)
    expect(left('add', written)).toEqual(['add'])
  })

  it('are offered once for each code', () => {
    expect(found('add', 'add', FREEZE, { ...FREEZE, title: '再次' })).toEqual([
      '/list/actions/1 操作 "add" 重复，只使用第一个',
      '/list/actions/3/code 操作 "freeze" 重复，只使用第一个',
    ])
    expect(left('add', 'add', FREEZE, { ...FREEZE, title: '再次' })).toEqual(['add', 'freeze'])
  })

  it('use the right of another action, which the document must have', () => {
    const thaw = { ...FREEZE, code: 'thaw', title: '解冻', right: 'freeze' }
    const look = { ...FREEZE, code: 'look', title: '查看', right: 'list' }
    expect(found('add', FREEZE, thaw, look)).toEqual([])
    const said = (right: string) =>
      `/list/actions/1/right 操作 "thaw" 使用的权限 "${right}" 不是本文档其他操作的权限，不显示这个操作`
    expect(found(FREEZE, { ...thaw, right: 'freez' })).toEqual([`${said('freez')} 是否应为 "freeze"？`])
    // Nor one that is itself another's.
    expect(found(FREEZE, { ...thaw, right: 'look' }, look)).toEqual([said('look')])
    expect(left(FREEZE, { ...thaw, right: 'freez' })).toEqual(['freeze'])
  })

  it('keep their own place when one before them was left out', () => {
    const spoilt = { ...FREEZE, code: 'spoilt', does: { panel: 'nothing' } }
    const wrong = { ...FREEZE, code: 'wrong', does: { set: { count: 'abc' } } }
    expect(found(spoilt, wrong).map((line) => line.split(' ')[0])).toEqual([
      '/list/actions/0/does/panel',
      '/list/actions/1/does/set/count',
    ])
  })

  it('may set variables, nothing, and values outside of the choices only with a warning', () => {
    const sets = (set: object) => found({ ...FREEZE, does: { set } })
    expect(sets({ name: '#{sys_user_code}', count: null })).toEqual([])
    expect(sets({ count: 3 })).toEqual([])
    const form = page({ ...FREEZE, does: { set: { status: '3' } } })
    Object.assign(form.schema.properties.status, { view: 'radio', dict: 'user_status' })
    const dictValues = new Map([['user_status', new Set(['1', '2'])]])
    expect(checkDocument(form, { ...NAMES, dictValues })).toMatchObject([
      {
        severity: 'warning',
        path: '/list/actions/0/does/set/status',
        message: '设置的值 "3" 不在字典 "user_status" 中',
      },
    ])
  })

  it('say which built-in one was meant', () => {
    expect(found('add', 'edti')).toEqual([expect.stringContaining('是否应为 "edit"？')])
  })

  describe('that are built in', () => {
    const when = { field: 'status', rule: 'ne', val: '1' }

    it('may have a condition, a title and a question of the document', () => {
      const actions = [
        'add',
        { code: 'edit', when },
        { code: 'delete', when, title: '作废', confirm: '作废后不能恢复' },
      ]
      expect(found(...actions)).toEqual([])
      expect(left(...actions)).toEqual(['add', 'edit', 'delete'])
    })

    it.each<[string, object, string]>([
      [
        'a code that is none',
        { code: 'edti', when },
        '/list/actions/1/code "edti" 无效，应为 add、edit、detail、copy、delete、batch_edit、batch_delete、import、export、print 之一 是否应为 "edit"？',
      ],
      [
        'a condition where deleting one record has it',
        { code: 'batch_delete', when },
        '/list/actions/1/when 批量删除遵守 delete 的 when，请写在 delete 上；不显示这个操作',
      ],
      [
        'a condition of no record',
        { code: 'export', when },
        '/list/actions/1/when 内置操作中只有 edit 和 delete 可以写 when，不显示 "export"',
      ],
    ])('are left out with %s', (_what, action, expected) => {
      const problems = found('add', action)
      expect(problems).toEqual([expect.stringContaining(expected)])
      expect(left('add', action)).toEqual(['add'])
    })

    it.each<[string, object, string]>([
      ['something to do', { code: 'edit', does: { call: 'user.freeze' } }, '/does 未知的关键字 "does"'],
      ['a place', { code: 'edit', at: 'row' }, '/at 未知的关键字 "at"'],
      ['a title that is none', { code: 'edit', title: 5, when }, '/title 应为文本'],
      ['a condition that is none', { code: 'edit', when: { ...when, rule: 'is' } }, '/when/rule "is" 无效'],
      ['no condition in its place', { code: 'delete', when: 'x' }, '/when 应为'],
      ['a misspelt condition', { code: 'delete', whem: when }, '/whem 未知的关键字'],
    ])(
      'change no record with %s: the server would change every one without them',
      (_what, action, expected) => {
        const closed = { code: (action as { code: string }).code, when: { field: 'id', rule: 'empty' } }
        expect(found('add', action)).toEqual([expect.stringContaining(`/list/actions/1${expected}`)])
        expect(remaining('add', action)).toEqual(['add', closed])
      },
    )

    it('keep the condition of an entry that repeats them', () => {
      const other = { field: 'name', rule: 'not_empty' }
      expect(remaining('edit', { code: 'edit', when })).toEqual([{ code: 'edit', when }])
      expect(remaining({ code: 'delete', title: '作废', when }, { code: 'delete', when: other })).toEqual([
        { code: 'delete', title: '作废', when: { and: [when, other] } },
      ])
      expect(remaining({ code: 'edit', when }, 'edit')).toEqual([{ code: 'edit', when }])
    })

    it('are told with line and column, and offered once', () => {
      const text = JSON.stringify(page('add', { code: 'batch_delete', when }), null, 2)
      const line = text.split('\n').findIndex((one) => one.includes('"when"'))
      expect(checkDocument(text, NAMES)).toMatchObject([{ line: line + 1, column: 9, code: 'no-effect' }])
      expect(found('edit', { code: 'edit', when })).toEqual([
        '/list/actions/1/code 操作 "edit" 重复，只使用第一个，并须同时满足此处的 when',
      ])
    })

    it('say which field their condition does not find', () => {
      expect(found({ code: 'edit', when: { ...when, field: 'statu' } })).toEqual([
        '/list/actions/0/when/field 条件中的字段 "statu" 不存在 是否应为 "status"？',
      ])
    })
  })

  it('say which field their condition does not find', () => {
    expect(found({ ...FREEZE, when: { field: 'statu', rule: 'eq', val: '1' } })).toEqual([
      '/list/actions/0/when/field 条件中的字段 "statu" 不存在 是否应为 "status"？',
    ])
  })

  it('are told with line and column', () => {
    const text = JSON.stringify(page('add', { ...FREEZE, does: { panel: 'nothing' } }), null, 2)
    const line = text.split('\n').findIndex((one) => one.includes('"nothing"'))
    expect(checkDocument(text, NAMES)).toMatchObject([{ line: line + 1, column: 20, code: 'unknown-name' }])
  })
})
