const STATUSES = ['success', 'error', 'info', 'warning'] as const
export type ResultStatus = (typeof STATUSES)[number]

/** What a result page says. */
export interface ResultState {
  status: ResultStatus
  title: string
  description: string
}

/** Reads what whoever led here has to say; the page's own words where that says nothing. */
export function resultState(state: unknown, own: ResultState): ResultState {
  if (typeof state !== 'object' || state === null) return own
  const { status, title, description } = state as Readonly<Record<string, unknown>>
  const text = (value: unknown, otherwise: string) =>
    typeof value === 'string' && value !== '' ? value : otherwise
  return {
    status: STATUSES.find((one) => one === status) ?? own.status,
    title: text(title, own.title),
    description: text(description, own.description),
  }
}
