import { describe, expect, it } from 'vitest'
import { popupConfig } from './config.ts'

describe('popup configuration', () => {
  it('needs code, source and target fields [popup-21]', () => {
    expect(popupConfig({})).toEqual({ error: 'popup参数未正确配置!' })
    expect(popupConfig({ popupCode: 'r', orgFields: 'a' })).toEqual({ error: 'popup参数未正确配置!' })
  })

  it('needs as many targets as sources', () => {
    expect(popupConfig({ popupCode: 'r', orgFields: 'a,b', destFields: 'x' })).toEqual({
      error: 'popup参数未正确配置,原始值和目标值数量不一致!',
    })
  })

  it('pairs them in order', () => {
    expect(popupConfig({ popupCode: 'r', orgFields: 'a, b', destFields: 'x,y', popupMulti: true })).toEqual({
      code: 'r',
      pairs: [
        { from: 'a', to: 'x' },
        { from: 'b', to: 'y' },
      ],
      several: true,
    })
  })
})
