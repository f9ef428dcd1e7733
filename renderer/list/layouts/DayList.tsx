import { t } from '#schemas/text/text.ts'
import { RowActions } from '../RowActions.tsx'
import type { RowAction } from '../RowMenu.tsx'
import type { CalendarEvent } from './calendar-events.ts'

interface Props {
  day: string
  events: readonly CalendarEvent[]
  nameOf(event: CalendarEvent): string
  actionsOf(event: CalendarEvent): readonly RowAction[]
}

/** The records of the day that is chosen, where a day has no room for them. */
export function DayList({ day, events, nameOf, actionsOf }: Props) {
  return (
    <section aria-label={day} aria-live="polite">
      <h2 className="expo-day-title">{day}</h2>
      {events.length === 0 ? <p className="expo-no-value">{t('暂无数据')}</p> : null}
      <ul className="expo-cards">
        {events.map((event) => {
          const actions = actionsOf(event)
          return (
            <li key={event.id}>
              <article className="expo-card" aria-label={nameOf(event)}>
                <header className="expo-card-head">
                  <h3 className="expo-card-title">{nameOf(event)}</h3>
                  {actions.length > 0 ? <RowActions actions={actions} narrow /> : null}
                </header>
                {event.first < event.last ? `${event.first} – ${event.last}` : null}
              </article>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
