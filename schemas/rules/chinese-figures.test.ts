import { describe, expect, it } from 'vitest'
import { chineseAmount, chineseDay } from './chinese-figures.ts'

describe('Chinese figures', () => {
  it.each([
    [100, '壹佰元整'],
    ['1234.56', '壹仟贰佰叁拾肆元伍角陆分'],
    ['10.05', '壹拾元零伍分'],
    ['0.5', '伍角整'],
    ['0.07', '柒分'],
    ['1.995', '贰元整'],
    [0, '零元整'],
    [-20.5, '负贰拾元伍角整'],
    [100100, '壹拾万零壹佰元整'],
    [10000001, '壹仟万零壹元整'],
    ['200000000', '贰亿元整'],
    ['100010000', '壹亿零壹万元整'],
    ['100000000001', '壹仟亿零壹元整'],
  ])('say the amount %s as %s', (value, said) => {
    expect(chineseAmount(value)).toBe(said)
  })

  it('say nothing of what is no amount or no day', () => {
    expect([
      chineseAmount(''),
      chineseAmount(null),
      chineseAmount('a1'),
      chineseAmount('1000000000000'),
    ]).toEqual(Array(4).fill(null))
    expect([chineseDay('', true), chineseDay(null, false), chineseDay('11-23', true)]).toEqual(
      Array(3).fill(null),
    )
  })

  it.each([
    ['2026-11-23', '二〇二六年十一月二十三日', '2026年11月23日'],
    ['2030-10-01 08:00:00', '二〇三〇年十月一日', '2030年10月1日'],
    ['2026-02-30', '二〇二六年二月三十日', '2026年2月30日'],
  ])('say the day %s as %s', (value, inFigures, plain) => {
    expect([chineseDay(value, true), chineseDay(value, false)]).toEqual([inFigures, plain])
  })
})
