import type { Dayjs } from 'dayjs'
import dayjs from 'dayjs'
import { useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { MoreActions } from '../RowActions.tsx'
import type { RowAction } from '../RowMenu.tsx'
import type { CalendarEvent } from './calendar-events.ts'

/** Records of a day that are shown at first. */
const SHOWN = 3

interface Props {
  date: Dayjs
  isOfMonth: boolean
  /** Its records stand below the calendar. */
  isChosen: boolean
  isNarrow: boolean
  events: readonly CalendarEvent[]
  nameOf(event: CalendarEvent): string
  /** How a record looks that others have changed. */
  classOf(event: CalendarEvent): string
  mayMove(row: Row): boolean
  actionsOf(event: CalendarEvent): readonly RowAction[]
}

/** A day of a calendar with its records; in a narrow window, how many they are. */
export function CalendarDay({ date, isOfMonth, isChosen, isNarrow, events, ...of }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const day = date.format('YYYY-MM-DD')
  const shown = isOpen ? events : events.slice(0, SHOWN)
  const classes = [
    'expo-day',
    isNarrow ? 'expo-day-narrow' : '',
    isOfMonth ? '' : 'expo-day-other',
    isChosen ? 'expo-day-chosen' : '',
    date.isSame(dayjs(), 'day') ? 'expo-day-today' : '',
  ]
  if (isNarrow)
    return (
      <div className={classes.filter(Boolean).join(' ')} data-day={day}>
        <span className="expo-day-number">{date.date()}</span>
        <span className="expo-day-count">{events.length > 0 ? events.length : ''}</span>
      </div>
    )
  return (
    // Clicks end here, also those in menus: the kit's calendar would turn to the month of the day and close the menu.
    // biome-ignore lint/a11y/noStaticElementInteractions: it holds clicks back, and takes none
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys do not reach the kit's days
    <div
      className={classes.filter(Boolean).join(' ')}
      data-day={day}
      onClick={(event) => event.stopPropagation()}
    >
      <span className="expo-day-number">{date.date()}</span>
      {shown.map((event) => (
        <span
          key={event.id}
          className={`expo-event ${of.classOf(event)}`.trimEnd()}
          data-event={event.id}
          {...(event.first < day ? { 'data-begun': '' } : {})}
          {...(event.last > day ? { 'data-goes-on': '' } : {})}
          draggable={of.mayMove(event.row)}
        >
          <EventMenu event={event} {...of} />
        </span>
      ))}
      {events.length > SHOWN ? (
        <button
          type="button"
          className="expo-open-record expo-day-more"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('收起') : t('另有 {count} 条', { count: events.length - SHOWN })}
        </button>
      ) : null}
    </div>
  )
}

function EventMenu({
  event,
  nameOf,
  actionsOf,
}: Pick<Props, 'nameOf' | 'actionsOf'> & { event: CalendarEvent }) {
  const name = nameOf(event)
  const actions = actionsOf(event)
  if (actions.length === 0) return name
  return (
    <MoreActions actions={actions} className="expo-open-record expo-event-name" title={name}>
      {name}
    </MoreActions>
  )
}
