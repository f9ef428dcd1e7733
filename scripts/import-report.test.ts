import { expect, it } from 'vitest'
import { createImportReport } from './import-report.ts'

it('a note that many definitions have is one line with its number, others stand with their definition', () => {
  const report = createImportReport()
  const common = { what: '控件 image', why: '尚未提供' }
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    report
      .add(`${name}.json`, [
        { field: 'pic', ...common },
        { field: null, what: `表 ${name}`, why: '改名' },
      ])
      .line(`→ ${name}.form.json`)
  expect(report.lines().slice(0, 3)).toEqual(['a.json', '  表 a：改名', '  → a.form.json'])
  expect(report.lines().filter((line) => line.includes('控件 image'))).toEqual([
    '5 次 控件 image：尚未提供（如 a.json pic，b.json pic，c.json pic）',
  ])
})
