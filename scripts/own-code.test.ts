import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../schemas/page/form.ts'
import { createMadeDocuments } from './own-code.ts'

const form = (type: 'string' | 'integer', title = '甲'): FormDocument => ({
  kind: 'form',
  code: 'order',
  title,
  schema: {
    type: 'object',
    properties: { a: { type, title: 'A', view: type === 'string' ? 'text' : 'number' } },
  },
})

describe('documents of one code', () => {
  it('get codes of their own, on the same table where its columns are stored alike', () => {
    const made = createMadeDocuments()
    expect(made.claim('form', form('string'), 'one')).toMatchObject({
      document: { code: 'order' },
      note: null,
    })
    expect(made.claim('form', form('string', '乙'), 'two')).toMatchObject({
      document: { code: 'order_2', table: 'order', title: '乙' },
      note: expect.stringContaining('同用表 order'),
    })
    const other = made.claim('form', form('integer', '丙'), 'three')
    expect(other).toMatchObject({
      document: { code: 'order_3' },
      note: expect.stringContaining('自己的表 order_3'),
    })
    expect(other).not.toHaveProperty('document.table')
  })

  it('are written once where they say the same', () => {
    const made = createMadeDocuments()
    made.claim('form', form('string'), 'one')
    expect(made.claim('form', form('string'), 'two')).toEqual({ sameAs: 'one' })
    const dict = { kind: 'dict', code: 'sex', title: '性别' }
    made.claim('dict', dict, 'three')
    expect(made.claim('dict', { ...dict }, 'four')).toEqual({ sameAs: 'three' })
    expect(made.claim('dict', { ...dict, title: '男女' }, 'five')).toEqual({ refusedFor: 'three' })
  })
})
