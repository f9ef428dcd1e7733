import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { widgetOptions } from '#schemas/widget/index.ts'
import { createWidgetRegistry, widgets } from './index.ts'

describe('the list of widgets', () => {
  it('has one for every kind, and no two claim a name on one surface', () => {
    expect(Object.keys(widgets).sort()).toEqual(Object.keys(widgetOptions).sort())
    expect(() => createWidgetRegistry()).not.toThrow()
  })

  it.each(Object.keys(widgets))('%s has an example of itself with two columns or more', (kind) => {
    const example = JSON.parse(readFileSync(`widgets/${kind}/example.json`, 'utf8'))
    expect(example.kind).toBe(kind)
    expect(example.columns.length).toBeGreaterThanOrEqual(2)
    for (const column of example.columns) expect(column.property.view).toBe(kind)
  })

  it.each(Object.entries(widgets))('%s keeps whatever is stored when nobody changes it', (_kind, widget) => {
    for (const stored of ['some odd text', '7', 'a,b'])
      expect(String(widget.codec.store(widget.codec.parse(stored)))).toBe(stored)
    expect(widget.codec.store(widget.codec.parse(null))).toBeNull()
  })
})
