import { expect, it } from 'vitest'
import type { DataVersion } from '#schemas/api/data-log.ts'
import { comparedFields } from './compared-fields.ts'

const version = (content: object): DataVersion => ({
  id: 'v',
  createBy: null,
  createName: null,
  createTime: '',
  dataTable: 't',
  dataId: 'r',
  dataVersion: 1,
  action: 'edit',
  type: 'json',
  dataContent: JSON.stringify(content),
  dataTitles: { name: '名称', level: '级别', note: '备注' },
})

it('marks what differs, shows texts of dictionaries, and takes nothing for an empty text [screen-98]', () => {
  const fields = comparedFields([
    version({ name: '甲', level: '1', level_dictText: '一级', note: null }),
    version({ name: '甲', level: '2', level_dictText: '二级' }),
  ])
  expect(fields).toEqual([
    { name: 'name', title: '名称', left: '甲', right: '甲', isDifferent: false },
    { name: 'level', title: '级别', left: '一级', right: '二级', isDifferent: true },
    { name: 'note', title: '备注', left: '', right: '', isDifferent: false },
  ])
  expect(comparedFields([])).toEqual([])
})
