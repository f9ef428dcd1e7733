import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormAction } from '#schemas/page/action.ts'
import { actionsAt, formActions } from './form-actions.ts'

const NOTHING: ReadonlySet<string> = new Set()

function offered(actions: FormAction[], granted: readonly string[]) {
  const form = compileForm({
    kind: 'form',
    code: 'goods',
    title: '商品',
    schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
    list: { columns: ['name'], actions },
  })
  return formActions(form, granted, NOTHING).map(({ code, title }) => [code, title])
}

describe('what a form offers', () => {
  it('has the bin of the platform where several may be deleted and the server has one', () => {
    const actions: FormAction[] = ['delete', 'batch_delete']
    expect(offered(actions, ['delete', 'batch_delete', 'recycle'])).toContainEqual(['recycle', '回收站'])
    expect(offered(actions, ['delete', 'batch_delete'])).not.toContainEqual(['recycle', '回收站'])
  })

  it('has an action of the document in place of a built-in one of its code', () => {
    const own: FormAction = {
      code: 'recycle',
      title: '已删字典',
      at: 'page',
      does: { panel: 'dict-recycle' },
    }
    const codes = offered(['delete', 'batch_delete', own], ['delete', 'batch_delete', 'recycle'])
    expect(codes.filter(([code]) => code === 'recycle')).toEqual([['recycle', '已删字典']])
  })
})

it('has in a row of a tree what is done daily first, and deleting last', () => {
  const form = compileForm({
    kind: 'form',
    code: 'goods',
    title: '商品',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: '名称', view: 'text' },
        pid: { type: 'string', title: '上级', view: 'text' },
      },
    },
    tree: { parent: 'pid', label: 'name' },
  })
  const inRow = (granted: readonly string[]) =>
    actionsAt(formActions(form, granted, NOTHING), 'row').map(({ title }) => title)
  expect(inRow(['add', 'edit', 'detail', 'copy', 'delete'])).toEqual([
    '编辑',
    '详情',
    '添加下级',
    '复制',
    '删除',
  ])
  expect(inRow(['add', 'delete'])).toEqual(['添加下级', '删除'])
})
