import { Button, Flex } from 'antd'
import { useEffect, useState } from 'react'
import type { NearChoice, StagedRow } from '#schemas/api/import-workbench.ts'
import { t } from '#schemas/text/text.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { replacedText } from './replaced-text.ts'

interface Props {
  staged: StagedFiles
  form: string
  file: string
  /** The row in which the cursor stands. */
  row: StagedRow | null
  /** The columns of the grid. */
  fields: readonly { name: string; title: string }[]
  /** Puts a value into a cell of the row. */
  onChoose(field: string, value: string): void
  disabled: boolean
}

/** Spells out what is wrong with a row, and offers what its cells may have meant. */
export function RowProblems({ staged, form, file, row, fields, onChoose, disabled }: Props) {
  if (!row)
    return <div className="import-workbench-problems">{t('选择一行查看问题，红色单元格可以直接修改')}</div>
  if (row.problems.length === 0) {
    const changes = fields.flatMap(({ name, title }) => {
      const old = replacedText(row, name)
      return old === null ? [] : [`${title} ${old}`]
    })
    return (
      <div className="import-workbench-problems">
        {changes.length > 0
          ? t('第 {line} 行将更改 {changes}', { line: row.line, changes: changes.join('、') })
          : t('第 {line} 行没有问题', { line: row.line })}
      </div>
    )
  }
  return (
    <div className="import-workbench-problems" aria-live="polite">
      {row.problems.map(({ field, message }) => (
        <Flex key={`${field} ${message}`} gap={8} wrap align="center">
          <span className="import-workbench-problem">
            {t('第 {line} 行：{message}', { line: row.line, message })}
          </span>
          {field ? (
            <NearChoices
              key={`${row.no} ${field} ${String(row.values[field])}`}
              {...{ staged, form, file, field, disabled }}
              no={row.no}
              title={fields.find(({ name }) => name === field)?.title ?? field}
              onChoose={(value) => onChoose(field, value)}
            />
          ) : null}
        </Flex>
      ))}
    </div>
  )
}

interface NearProps extends Pick<Props, 'staged' | 'form' | 'file' | 'disabled'> {
  no: number
  field: string
  title: string
  onChoose(value: string): void
}

function NearChoices({ staged, form, file, no, field, title, onChoose, disabled }: NearProps) {
  const [choices, setChoices] = useState<readonly NearChoice[]>([])
  useEffect(() => {
    const control = new AbortController()
    // Without an offer the cell is mended by hand.
    staged.near(form, file, no, field, { signal: control.signal }).then(setChoices, () => undefined)
    return () => control.abort()
  }, [staged, form, file, no, field])
  return choices.map(({ value, text }) => (
    <Button
      key={value}
      size="small"
      disabled={disabled}
      aria-label={t('将{title}改为 {text}', { title, text })}
      onClick={() => onChoose(value)}
    >
      {text}
    </Button>
  ))
}
