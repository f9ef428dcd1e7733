import { describe, expect, it } from 'vitest'
import { lineOfPage, typedEntries } from './typed-entries.ts'

describe('typed entries of the menu', () => {
  it('are a line each, by tabs or commas, with a form or a component', () => {
    const text =
      '职务\t/t/post\tsys_position\tuser\r\n\n 欢迎， /t/hello ，shell/Welcome\n目录,/t/f,layouts/RouteView,\n ，\n只有名称'
    expect(typedEntries(text)).toEqual([
      { name: '职务', url: '/t/post', formCode: 'sys_position', icon: 'user' },
      { name: '欢迎', url: '/t/hello', component: 'shell/Welcome' },
      { name: '目录', url: '/t/f', component: 'layouts/RouteView' },
      { name: '只有名称' },
    ])
  })

  it('of a chosen form read back as that form, below the address of the parent', () => {
    const page = { code: 'booth', title: '展位, 甲' }
    expect(typedEntries(lineOfPage(page, '/expo/'))).toEqual([
      { name: '展位  甲', url: '/expo/booth', formCode: 'booth' },
    ])
    for (const url of ['', 'https://a.cn', '//a.cn'])
      expect(typedEntries(lineOfPage(page, url))[0]?.url, url).toBe('/booth')
  })
})
