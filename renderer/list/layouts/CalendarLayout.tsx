import { Alert, Calendar } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo, useState } from 'react'
import type { CalendarLayout as CalendarWords, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useScreen } from '../../kit/use-screen.ts'
import { shownMonth } from '../../model/list-layouts.ts'
import { displayText } from '../../widget/display-text.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { liveClass } from '../live/LiveNotice.tsx'
import type { RowAction } from '../RowMenu.tsx'
import { CalendarDay } from './CalendarDay.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import { type CalendarEvent, calendarEvents, daysBetween, eventsOn, shiftedDays } from './calendar-events.ts'
import { DayDialog } from './DayDialog.tsx'
import { DayList } from './DayList.tsx'
import type { LayoutProps } from './layout-props.ts'
import { useDragging } from './use-dragging.ts'
import './layouts.css'
import './calendar.css'

const DAY = 'YYYY-MM-DD'
/** Records are dragged onto days. */
const EVENTS = { taken: '[data-event]', place: '[data-day]' }

/** The rows of a list on the days of a month: what is put on another day gets its date. */
export function CalendarLayout({ layout, list, actions, fieldChange }: LayoutProps<CalendarWords>) {
  const { registry } = useRenderer()
  const screen = useScreen()
  const isNarrow = screen === 'xs' || screen === 'sm'
  const { rows, state, total, keyOf, navigate } = list
  const month = shownMonth(state)
  const [day, setDay] = useState(() => dayjs().format(DAY))
  const [asking, setAsking] = useState<CalendarEvent | null>(null)
  const events = useMemo(() => calendarEvents(layout, rows ?? [], keyOf), [layout, rows, keyOf])
  const fields = layout.end ? [layout.start, layout.end] : [layout.start]
  const nameOf = ({ row, id }: CalendarEvent) => displayText(registry, layout.label, row) || id
  const mayMove = (row: Row) => fieldChange.mayChange(row, fields)

  const show = (next: string) => {
    const { month: _, ...rest } = state
    navigate(next === dayjs().format('YYYY-MM') ? rest : { ...rest, month: next })
  }
  async function move(event: CalendarEvent, days: number) {
    if (days === 0) return
    const date = dayjs(event.first).add(days, 'day').format(DAY)
    await fieldChange.change(
      event.row,
      shiftedDays(layout, event.row, days),
      t('“{title}”已改到 {date}', { title: nameOf(event), date }),
    )
  }
  // A record of several days moves by the distance from the day at which it was taken.
  const dragging = useDragging(EVENTS, ({ event: id, day: from }, { day: to }) => {
    const event = events.find((one) => one.id === id)
    if (event && from && to) void move(event, daysBetween(from, to))
  })
  const actionsOf = (event: CalendarEvent): readonly RowAction[] => [
    ...(actions?.(event.row) ?? []),
    ...(mayMove(event.row)
      ? [
          {
            key: 'move',
            label: t('改到其他日期'),
            danger: false,
            question: null,
            run: async () => setAsking(event),
          },
        ]
      : []),
  ]
  const shownDay = day.startsWith(month) ? day : `${month}-01`
  const cell = (date: Dayjs) => (
    <CalendarDay
      date={date}
      isOfMonth={date.format('YYYY-MM') === month}
      isChosen={isNarrow && date.format(DAY) === shownDay}
      isNarrow={isNarrow}
      events={eventsOn(events, date.format(DAY))}
      nameOf={nameOf}
      classOf={({ id }) => liveClass(list, id)}
      mayMove={mayMove}
      actionsOf={actionsOf}
    />
  )
  return (
    <>
      {total > (rows?.length ?? 0) ? (
        <Alert
          type="info"
          showIcon
          className="expo-list-selection"
          title={t('显示了 {shown} 条，共 {count} 条', { shown: rows?.length ?? 0, count: total })}
        />
      ) : null}
      {/* The keyboard has 改到其他日期 in the menu of each record. */}
      <div className="expo-calendar" aria-busy={list.loading} {...dragging}>
        <Calendar
          fullscreen={!isNarrow}
          value={dayjs(shownDay)}
          headerRender={() => <CalendarHead month={month} onMonth={show} />}
          fullCellRender={cell}
          onSelect={(date, { source }) => {
            if (source !== 'date') return
            setDay(date.format(DAY))
            if (isNarrow && date.format('YYYY-MM') !== month) show(date.format('YYYY-MM'))
          }}
        />
      </div>
      {isNarrow ? (
        <DayList day={shownDay} events={eventsOn(events, shownDay)} nameOf={nameOf} actionsOf={actionsOf} />
      ) : null}
      {asking ? (
        <DayDialog
          title={nameOf(asking)}
          day={asking.first}
          onClose={() => setAsking(null)}
          onDay={(to) => move(asking, daysBetween(asking.first, to))}
        />
      ) : null}
    </>
  )
}
