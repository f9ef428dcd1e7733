import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, type InputRef } from 'antd'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import type { GridController, GridState } from './grid-controller.types.ts'
import type { FindMode, FoundCell } from './grid-find.types.ts'

interface FindBarProps {
  controller: GridController
  state: GridState
  mode: FindMode
}

/** Above the rows: looks for a text in them, and puts another in its place. Escape closes it, never the dialog around the form. */
export function FindBar({ controller, state, mode }: FindBarProps) {
  const { find, sight } = controller
  const [text, setText] = useState('')
  const [whole, setWhole] = useState(false)
  const [matchCase, setMatchCase] = useState(false)
  const [by, setBy] = useState('')
  const [at, setAt] = useState(0)
  const [told, setTold] = useState('')
  const input = useRef<InputRef>(null)
  const looked = useDeferredValue(text)
  const query = useMemo(() => ({ text: looked, whole, matchCase }), [looked, whole, matchCase])
  const rows = sight.rows()
  const columns = controller.columns()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked through are these rows and columns
  const cells = useMemo(() => find.search(query), [find, query, rows, columns])
  const current = cells[Math.min(at, cells.length - 1)] ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once more, it is begun once more
  useEffect(() => input.current?.focus({ cursor: 'all' }), [mode, state.findings])
  useEffect(() => find.mark(cells, current), [find, cells, current])

  const look = (change: () => void): void => {
    change()
    setAt(0)
    setTold('')
  }
  const go = (step: number): void => {
    if (current) setAt((cells.indexOf(current) + step + cells.length) % cells.length)
  }
  const tell = (count: number, of: number): void => {
    const left = of - count
    const done = t('已替换 {count} 处', { count })
    setTold(left > 0 ? `${done}，${t('{left} 处不能替换', { left })}` : done)
  }
  const replaceOne = (): void => {
    if (!current) return
    tell(find.replace([current], query, by), 1)
    const behind = find.search(query).findIndex((cell) => isBehind(cell, current))
    setAt(Math.max(0, behind))
  }
  const replaceAll = (): void => {
    tell(find.replace(cells, query, by), cells.length)
    setAt(0)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      find.close(current)
    }
    // Else the browser, which is asked for the same, would answer.
    const mode = findModeOf(event)
    if (!mode) return
    event.preventDefault()
    find.open(mode)
  }
  const handleEnter = (event: KeyboardEvent, act: () => void): void => {
    if (event.nativeEvent.isComposing) return
    // Else the form around the grid would be sent.
    event.preventDefault()
    act()
  }

  return (
    <search className="data-grid-find" aria-label={t('在表格中查找')} onKeyDown={handleKeyDown}>
      <Input
        ref={input}
        size="small"
        value={text}
        placeholder={t('查找')}
        aria-label={t('查找内容')}
        onChange={({ target }) => look(() => setText(target.value))}
        onPressEnter={(event) => handleEnter(event, () => go(event.shiftKey ? -1 : 1))}
      />
      <span className="data-grid-find-count" role="status">
        {text === '' ? '' : current ? `${cells.indexOf(current) + 1}/${cells.length}` : t('没有找到')}
      </span>
      <Button
        size="small"
        type="text"
        icon={<UpOutlined />}
        aria-label={t('上一处')}
        title={t('上一处')}
        disabled={!current}
        onClick={() => go(-1)}
      />
      <Button
        size="small"
        type="text"
        icon={<DownOutlined />}
        aria-label={t('下一处')}
        title={t('下一处')}
        disabled={!current}
        onClick={() => go(1)}
      />
      <Button
        size="small"
        type="text"
        className="data-grid-find-close"
        icon={<CloseOutlined />}
        aria-label={t('关闭查找')}
        onClick={() => find.close(current)}
      />
      <Checkbox checked={whole} onChange={({ target }) => look(() => setWhole(target.checked))}>
        {t('整格匹配')}
      </Checkbox>
      <Checkbox checked={matchCase} onChange={({ target }) => look(() => setMatchCase(target.checked))}>
        {t('区分大小写')}
      </Checkbox>
      {mode === 'replace' && !state.disabled && (
        <>
          <Input
            size="small"
            value={by}
            placeholder={t('替换为')}
            aria-label={t('替换为')}
            onChange={({ target }) => setBy(target.value)}
            onPressEnter={(event) => handleEnter(event, replaceOne)}
          />
          <Button size="small" disabled={!current} onClick={replaceOne}>
            {t('替换')}
          </Button>
          <Button size="small" disabled={!current} onClick={replaceAll}>
            {t('全部替换')}
          </Button>
          <span role="status">{told}</span>
        </>
      )}
    </search>
  )
}

function isBehind(cell: FoundCell, other: FoundCell): boolean {
  return cell.row > other.row || (cell.row === other.row && cell.column > other.column)
}

/** What a key asks for: Ctrl+F finds, Ctrl+H replaces. */
export function findModeOf(event: KeyboardEvent): FindMode | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return null
  return { f: 'find' as const, h: 'replace' as const }[event.key.toLowerCase()] ?? null
}
