import { expect, it } from 'vitest'
import { answeredForm } from './answered-form.ts'

it('a column that a grid opens a box for keeps it as an option of the text, with its size [grid-29, popup-34]', () => {
  const form = (column: object) =>
    answeredForm({
      columns: {},
      query: [],
      form: {
        head: { tableName: 'sale', tableTxt: '销售' },
        schema: {
          properties: {
            name: { view: 'text', title: '名称' },
            sale_line: {
              view: 'tab',
              key: 'sale_line',
              describe: '明细',
              columns: [{ key: 'note', title: '说明', type: 'input_pop', ...column }],
            },
          },
        },
      },
    })?.subDocuments.sale_line?.schema.properties.note
  expect(form({})).toMatchObject({ view: 'textarea', options: { pop: true } })
  expect(form({ fieldExtendJson: '{"popWidth":300}' })).toMatchObject({
    options: { pop: true, popWidth: 300 },
  })
})
