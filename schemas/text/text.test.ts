import { afterEach, describe, expect, it, vi } from 'vitest'
import { sentences } from './sentences.ts'
import { currentLanguage, OWN_LANGUAGE, onLanguage, speak, t, texts } from './text.ts'

afterEach(() => speak(OWN_LANGUAGE, {}))

describe('texts of the interface', () => {
  it('are Chinese until another language is chosen, and where it lacks one', () => {
    expect(t('取消')).toBe('取消')
    speak('en', { 取消: 'Cancel', '共 {count} 条': '{count} in all' })
    expect(t('取消')).toBe('Cancel')
    expect(t('共 {count} 条', { count: 3 })).toBe('3 in all')
    expect(t('确定')).toBe('确定')
  })

  it('leave braces alone that name no value', () => {
    expect(t('如 {"name":"展会"}，共 {count} 条', { count: 1 })).toBe('如 {"name":"展会"}，共 1 条')
  })

  it('follow in constants, at any depth, while functions and elements stay themselves', () => {
    const icon = { $$typeof: Symbol.for('react.element'), label: '图标' }
    const load = () => '标题'
    const words = texts({ title: '标题', list: [{ label: '取消' }, { label: '确定' }] as const, icon, load })
    speak('en', { 标题: 'Title', 取消: 'Cancel' })
    expect(words.title).toBe('Title')
    expect(words.list.map(({ label }) => label)).toEqual(['Cancel', '确定'])
    expect({ ...words }.title).toBe('Title')
    expect(words.icon).toBe(icon)
    expect(words.load).toBe(load)
    expect(words.list).toBe(words.list)
  })

  it('tell those who draw them of another language', () => {
    const told = vi.fn(() => currentLanguage())
    const stop = onLanguage(told)
    speak('en', {})
    stop()
    speak('zh-CN', {})
    expect(told.mock.results.map(({ value }) => value)).toEqual(['en'])
  })
})

describe('finished messages', () => {
  const say = sentences(
    {
      不存在: 'There is none',
      '{1}不存在': '{1} does not exist',
      '部门“{1}”还有 {2} 名用户': 'Department “{1}” still has {2} users',
      '请输入{title}': 'Please enter {title}',
      '({1}) 已存在': '({1}) is there',
    },
    (word) => ({ 展会名称: 'Expo name', 部门: 'Department' })[word],
  )

  it('are found word by word before a template is tried', () => {
    expect(say('不存在')).toBe('There is none')
  })

  it('keep their values, in the order of the other language', () => {
    expect(say('部门“研发部”还有 3 名用户')).toBe('Department “研发部” still has 3 users')
    expect(say('(A.1) 已存在')).toBe('(A.1) is there')
  })

  it('have the titles in them put into the language, too', () => {
    expect(say('请输入展会名称')).toBe('Please enter Expo name')
    expect(say('部门不存在')).toBe('Department does not exist')
    expect(say('不存在；请输入部门')).toBe('There is none; Please enter Department')
  })

  it('stay as they are where nothing fits, and where nothing is Chinese', () => {
    expect(say('完全不同的一句')).toBe('完全不同的一句')
    expect(say('42 rows')).toBe('42 rows')
  })
})
