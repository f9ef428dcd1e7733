import { describe, expect, it } from 'vitest'
import { checkDocument, soundDict } from '../compile/check-document.ts'
import { DICT_CODE_PATTERN } from '../page/dict.ts'
import sysDict from '../pages/system/sys_dict.form.json' with { type: 'json' }
import { importDict } from './jeecg-dict.ts'
import { importMenu } from './jeecg-menu.ts'

describe('importDict', () => {
  it('keeps order, colours and what is switched off', () => {
    const { document, notes } = importDict({
      head: { dict_code: 'state', dict_name: '状态', description: '', del_flag: 0 },
      sys_dict_item: [
        { item_text: '乙', item_value: '2', sort_order: 2, status: 0 },
        { item_text: '甲', item_value: 1, sort_order: 1, status: 1, item_color: 'green' },
        { item_text: '丙', item_value: '2', sort_order: 3, status: 1 },
        { item_text: '丁', item_value: null, sort_order: 4, status: 1 },
      ],
    })
    expect(document).toEqual({
      kind: 'dict',
      code: 'state',
      title: '状态',
      items: [
        { value: '1', text: '甲', color: 'green' },
        { value: '2', text: '乙', disabled: true },
      ],
    })
    expect(notes.map(({ what }) => what)).toEqual(['选项 "2"“丙”', '选项“丁”'])
    expect(checkDocument(JSON.stringify(document))).toEqual([])
  })

  it.each([null, {}, { head: {}, sys_dict_item: [] }])('answers %j with a note', (json) => {
    expect(importDict(json).document).toBeNull()
    expect(importDict(json).notes).toHaveLength(1)
  })
})

describe('the code of a dictionary', () => {
  const dict = (code: string) => ({ kind: 'dict', code, title: '字典', items: [] })

  it('keeps one rule in a file, in what is imported and on the screen', () => {
    const { pattern, message } = sysDict.schema.properties.dictCode
    expect(pattern).toBe(DICT_CODE_PATTERN)
    for (const code of ['my-dict', '1st', '等级', 'a b']) {
      expect(soundDict(dict(code)).problems.map((problem) => problem.message)).toEqual([message])
      const { document, notes } = importDict({ head: { dict_code: code }, sys_dict_item: [] })
      expect(document).toBeNull()
      expect(notes.map(({ why }) => why).join()).toContain(message)
    }
    expect(soundDict(dict('expo_Level2')).problems).toEqual([])
  })
})

describe('importMenu', () => {
  const menu = {
    id: 'm1',
    menu: {
      id: 'm1',
      name: '订单',
      url: '/order',
      component: 'layouts/RouteView',
      menu_type: 0,
      sort_no: 2.5,
      status: '1',
      children: [
        {
          id: 'm3',
          name: '统计',
          url: '/order/sum',
          component: 'order/Sum',
          menu_type: 1,
          sort_no: 2,
          status: '0',
          data_rules: [
            {
              rule_name: '本部门',
              rule_column: '',
              rule_conditions: 'USE_SQL_RULES',
              rule_value: "a.sys_org_code='#{sys_org_code}'",
              status: '1',
            },
          ],
        },
        {
          id: 'm2',
          name: '列表',
          url: '/online/cgformList/h1',
          component: 'modules/online/cgform/auto/OnlCgformAutoList',
          menu_type: 1,
          sort_no: 1,
          keep_alive: 1,
        },
        { id: 'b1', name: '新增', menu_type: 2, perms: 'order:add', sort_no: 1 },
        { id: 'b2', name: '空', menu_type: 2, perms: null },
        { id: 'x', name: '旧', menu_type: 1, del_flag: 1 },
        { name: null },
      ],
    },
  }

  it('keeps tree, order, buttons and data rules, and finds the form behind a generated list', () => {
    const { document, notes } = importMenu(menu, new Map([['h1', 'demo_order']]))
    expect(document).toEqual({
      kind: 'menu',
      order: 2.5,
      id: 'm1',
      title: '订单',
      path: '/order',
      component: 'layouts/RouteView',
      buttons: [{ title: '新增', permission: 'order:add' }],
      children: [
        { id: 'm2', title: '列表', path: '/online/cgformList/h1', form: 'demo_order', keepAlive: true },
        {
          id: 'm3',
          title: '统计',
          path: '/order/sum',
          component: 'order/Sum',
          hidden: true,
          dataRules: [
            { title: '本部门', where: { field: 'sys_org_code', rule: 'eq', val: '#{sys_org_code}' } },
          ],
        },
      ],
    })
    expect(notes).toHaveLength(4)
    expect(checkDocument(JSON.stringify(document)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('finds a form by its id or its code, and leaves the entry that stands for every form alone', () => {
    const entry = (url: string) => {
      const { document, notes } = importMenu(
        { menu: { name: '甲', url, component: '1' } },
        new Map([['h1', 'demo_order']]),
      )
      return [document?.form ?? document?.component, ...notes.map(({ why }) => why)]
    }
    expect(entry('/online/cgformErpList/h1')).toEqual(['demo_order'])
    expect(entry('/online/cgformList/h1?kind=2')).toEqual(['demo_order'])
    expect(entry('/online/cgformTabList/demo_order')).toEqual(['demo_order'])
    expect(entry('/online/cgformList/:id')).toEqual(['1'])
    expect(entry('/online/cgreport/r1')).toEqual(['1', '在线报表尚未提供'])
    expect(entry('/online/graphreport/chart/g1')).toEqual(['1', '在线图表尚未提供'])
  })

  it('says which form it does not know, and ends in menus that nest without end', () => {
    expect(importMenu(menu).notes.map(({ what }) => what)).toContain('菜单“列表”的在线表单 h1')
    const round: Record<string, unknown> = { name: '圈', menu_type: 1 }
    round.children = [round]
    expect(importMenu({ menu: round }).document).not.toBeNull()
    expect(importMenu({ menu: {} }).document).toBeNull()
  })
})
