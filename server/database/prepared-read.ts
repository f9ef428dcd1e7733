import pg from 'pg'

/** What the rows of a statement look like. */
interface Shape {
  columns: readonly { name: string; parse(text: string): unknown }[]
  /** All names, so that a row is made in one step. */
  empty: Readonly<Record<string, unknown>>
}

/** A column as PostgreSQL describes it. */
interface DescribedField {
  name: string
  dataTypeID: number
}

const NO_SHAPE: Shape = { columns: [], empty: {} }

/** What a connection was told of the statements that it has prepared, by their names. */
const shapes = new WeakMap<pg.Connection, Map<string, Shape>>()

/**
 * A statement that is prepared once on each connection and, other than pg's own, described only then: a list of many columns
 * spends as much on hearing again what they are called as on its rows. What a connection was told stays true on it, since
 * PostgreSQL refuses a prepared statement whose columns have changed.
 */
export class PreparedRead<R extends object> implements pg.Submittable {
  readonly name: string
  readonly text: string
  /** Set by the client that runs it. */
  callback?: (error: Error | null, rows?: R[]) => void
  readonly #values: (string | null)[]
  readonly #types: pg.CustomTypesConfig
  readonly #rows: R[] = []
  #connection: pg.Connection | null = null
  #shape = NO_SHAPE
  #failure: Error | null = null

  constructor(statement: {
    name: string
    text: string
    values: readonly unknown[]
    types?: pg.CustomTypesConfig | undefined
  }) {
    this.name = statement.name
    this.text = statement.text
    this.#values = statement.values.map(boundText)
    this.#types = statement.types ?? pg.types
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    const known = shapes.get(connection)?.get(this.name)
    // One system call for all of them.
    connection.stream.cork()
    if (known) this.#shape = known
    else connection.parse({ name: this.name, text: this.text, types: [] }, true)
    connection.bind({ statement: this.name, values: this.#values }, true)
    if (!known) connection.describe({ type: 'P', name: '' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly DescribedField[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({
        name,
        parse: this.#types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
      })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    }
    if (!this.#connection) return
    const known = shapes.get(this.#connection) ?? new Map<string, Shape>()
    known.set(this.name, this.#shape)
    shapes.set(this.#connection, known)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = { ...this.#shape.empty }
    let at = 0
    try {
      for (const { name, parse } of this.#shape.columns) {
        const text = fields[at++]
        if (text !== null && text !== undefined) row[name] = parse(text)
      }
    } catch (error) {
      this.#failure ??= error as Error
    }
    this.#rows.push(row as R)
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback?.(this.#failure)
    else this.callback?.(null, this.#rows)
  }
}

/** A value as the text that PostgreSQL reads; lists are those of `= any($1)`. */
function boundText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  if (Array.isArray(value)) return `{${value.map(listed).join(',')}}`
  throw new TypeError(`a value of a statement is a ${typeof value}`)
}

function listed(value: unknown): string {
  const text = boundText(value)
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
