import { HolderOutlined, PushpinOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer, Flex, InputNumber, Popconfirm } from 'antd'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { type SetColumn, withColumn, withOrder } from '../../model/list-settings.ts'
import type { ListSetup } from '../use-list-settings.ts'
import './column-settings.css'

interface Props {
  setup: ListSetup
  /** Rows may be numbered. */
  numbers: boolean
  /** Columns are drawn as such, and have widths and sides. */
  areColumns: boolean
  onClose(): void
}

/** Which columns a list shows, in which order, how wide, and which of them stay in view. Each change is seen at once. */
export function ColumnSettings({ setup, numbers, areColumns, onClose }: Props) {
  const { settings, columns, shown, change, reset } = setup
  const names = columns.map(({ field }) => field.name)
  const { order, dragged, begin, step } = useOrder(names, (next) => change(withOrder(settings, next)))
  const now: ColumnActs = {
    set: (name, what) => change(withColumn(settings, names, name, what)),
    begin,
    step,
  }
  const acts = useRef(now)
  acts.current = now
  const inOrder = order.flatMap((name) => columns.find(({ field }) => field.name === name) ?? [])
  const hasHidden = shown.length < columns.length
  return (
    <Drawer
      open
      title={t('列设置')}
      placement="right"
      size="min(400px, 92vw)"
      onClose={onClose}
      extra={
        <Popconfirm
          title={t('恢复默认的列设置？')}
          okText={t('重置列')}
          cancelText={t('取消')}
          placement="bottomRight"
          onConfirm={reset}
        >
          <Button size="small">{t('重置')}</Button>
        </Popconfirm>
      }
    >
      <Flex vertical gap={8}>
        <Flex gap={16} wrap>
          <Checkbox
            checked={!hasHidden}
            indeterminate={hasHidden}
            onChange={() =>
              change({ ...settings, columns: withOrder(settings, names).columns?.map(visible) ?? [] })
            }
          >
            {t('全部显示')}
          </Checkbox>
          {numbers ? (
            <Checkbox
              checked={settings.rowNumbers === true}
              onChange={({ target }) => change({ ...settings, rowNumbers: target.checked })}
            >
              {t('序号列')}
            </Checkbox>
          ) : null}
        </Flex>
        <ul className="expo-columns">
          {inOrder.map(({ field, hidden = false, fixed, exact, width }) => (
            <OneColumn
              key={field.name}
              {...{ field, hidden, fixed, areColumns, acts }}
              width={exact ? width : null}
              isDragged={dragged === field.name}
              isLast={shown.length === 1 && !hidden}
            />
          ))}
        </ul>
      </Flex>
    </Drawer>
  )
}

const visible = <S extends { hidden?: boolean }>({ hidden: _, ...rest }: S) => rest

/** What is done with a column, by its name. */
interface ColumnActs {
  set(name: string, what: Parameters<typeof withColumn>[3]): void
  begin(name: string): void
  step(name: string, by: -1 | 1): void
}

interface ColumnProps extends Pick<SetColumn, 'field' | 'fixed'> {
  hidden: boolean
  /** In px, where the user gave one. */
  width: number | null
  isDragged: boolean
  /** The last one that is shown: a list without columns shows nothing. */
  isLast: boolean
  areColumns: boolean
  acts: RefObject<ColumnActs>
}

/** One column; it is drawn again only when it is another itself, since each holds several controls. */
const OneColumn = memo(function OneColumn(props: ColumnProps) {
  const { field, hidden, fixed, width, isDragged, isLast, areColumns, acts } = props
  const title = field.title || field.name
  const set = (what: Parameters<ColumnActs['set']>[1]) => acts.current.set(field.name, what)
  const pin = (side: 'left' | 'right') => set({ fixed: fixed === side ? 'none' : side })
  const handleKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null) return
    event.preventDefault()
    acts.current.step(field.name, by)
  }
  return (
    <li className="expo-columns-one" data-column={field.name} data-dragged={isDragged || undefined}>
      <button
        type="button"
        className="expo-columns-handle"
        title={t('拖动或按上下键调整顺序')}
        aria-label={t('移动列：{title}', { title })}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.preventDefault()
          event.currentTarget.focus()
          acts.current.begin(field.name)
        }}
      >
        <HolderOutlined />
      </button>
      <Checkbox
        className="expo-columns-title"
        checked={!hidden}
        disabled={isLast}
        onChange={({ target }) => set({ hidden: target.checked ? undefined : true })}
      >
        {title}
      </Checkbox>
      {areColumns ? (
        <>
          <InputNumber
            size="small"
            className="expo-columns-width"
            min={40}
            max={2000}
            precision={0}
            value={width}
            placeholder={t('自动')}
            aria-label={t('宽度（像素）：{title}', { title })}
            onChange={(next) => set({ width: next ?? undefined })}
          />
          {(['left', 'right'] as const).map((side) => (
            <Button
              key={side}
              size="small"
              type={fixed === side ? 'primary' : 'text'}
              aria-pressed={fixed === side}
              icon={<PushpinOutlined rotate={side === 'left' ? 0 : -90} />}
              title={side === 'left' ? t('固定在左侧') : t('固定在右侧')}
              aria-label={
                side === 'left' ? t('固定在左侧：{title}', { title }) : t('固定在右侧：{title}', { title })
              }
              onClick={() => pin(side)}
            />
          ))}
        </>
      ) : null}
    </li>
  )
})

/** The order while one of the names is dragged, which is kept when it is let go; by keyboard at each step. */
function useOrder(names: readonly string[], onOrder: (order: readonly string[]) => void) {
  const [draft, setDraft] = useState<{ name: string; order: readonly string[] } | null>(null)
  const latest = useRef({ draft, onOrder })
  latest.current = { draft, onOrder }
  const dragged = draft?.name ?? null
  useEffect(() => {
    if (dragged === null) return
    const handleMove = ({ clientX, clientY }: PointerEvent) => {
      const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]')
      const over = under?.dataset.column
      if (over === undefined || over === dragged) return
      setDraft((now) => now && { ...now, order: moved(now.order, dragged, now.order.indexOf(over)) })
    }
    const handleUp = () => {
      const { draft: last, onOrder: tell } = latest.current
      setDraft(null)
      if (last) tell(last.order)
    }
    const handleCancel = () => setDraft(null)
    window.addEventListener('pointermove', handleMove)
    window.addEventListener('pointerup', handleUp)
    window.addEventListener('pointercancel', handleCancel)
    return () => {
      window.removeEventListener('pointermove', handleMove)
      window.removeEventListener('pointerup', handleUp)
      window.removeEventListener('pointercancel', handleCancel)
    }
  }, [dragged])
  return {
    order: draft?.order ?? names,
    dragged,
    begin: (name: string) => setDraft({ name, order: names }),
    step: (name: string, by: -1 | 1) => {
      const to = names.indexOf(name) + by
      if (to >= 0 && to < names.length) onOrder(moved(names, name, to))
    },
  }
}

function moved(names: readonly string[], name: string, to: number): readonly string[] {
  const others = names.filter((one) => one !== name)
  return [...others.slice(0, to), name, ...others.slice(to)]
}
