import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { MendedCell, StagedFile, StagedRow } from '#schemas/api/import-workbench.ts'
import { formVariables } from '#schemas/compile/form-variables.ts'
import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import {
  COMPACT_ROW_PX,
  createGridController,
  createMemoryRows,
  GridBox,
  GridStatus,
  gridColumns,
  useGridWarnings,
} from '../grid/index.ts'
import { useScreen } from '../kit/use-screen.ts'
import { FormCodeContext } from '../widget/files/form-code.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { RowProblems } from './RowProblems.tsx'
import { replacedText } from './replaced-text.ts'

/** Rows are neither added nor removed here. */
const TAKEN: ReadonlySet<string> = new Set(['add', 'remove'])
/** A page of the usual size is drawn once, and then only moved. */
const ROWS_AHEAD = 100
/** What stands above and below the grid; on a telephone the buttons take two lines. */
const AROUND_PX = 358
const AROUND_NARROW_PX = 438
const LEAST_PX = 240

interface Props {
  staged: StagedFiles
  form: CompiledForm
  file: StagedFile
  /** A page of rows; another array is another page. */
  rows: readonly StagedRow[]
  disabled: boolean
  /** Keeps cells that were changed; answers their rows judged anew. */
  onMend(cells: readonly MendedCell[]): Promise<readonly StagedRow[]>
}

/** Rows of a file in the grid: what is wrong is red with its reason, what a record would lose is said of its cell. */
export function RowsGrid({ staged, form, file, rows, disabled, onMend }: Props) {
  const { columns, controller, known } = useRows(form, file, rows, onMend)
  useLayoutEffect(() => controller.setDisabled(disabled), [controller, disabled])
  const state = useSyncExternalStore(controller.subscribe, controller.state)
  const at = state.selectedRow
  const row = at === null ? undefined : known.rows[at]
  return (
    <section className="data-grid" aria-label={t('文件中的行')}>
      <FormCodeContext value={form.code}>
        <GridBox controller={controller} columns={columns} />
      </FormCodeContext>
      <GridStatus controller={controller} state={state} isPage />
      <RowProblems
        staged={staged}
        form={form.code}
        file={file.id}
        row={row ?? null}
        fields={columns}
        onChoose={(field, value) => at !== null && controller.put([{ row: at, name: field, value }])}
        disabled={disabled}
      />
    </section>
  )
}

/** The grid of a page: made once for the columns, filled anew with each page. */
function useRows(form: CompiledForm, file: StagedFile, rows: readonly StagedRow[], onMend: Props['onMend']) {
  const { registry, client, user } = useRenderer()
  const around = useScreen() === 'xs' ? AROUND_NARROW_PX : AROUND_PX
  const [maxHeight] = useState(() => Math.max(LEAST_PX, window.innerHeight - around))
  const me = useRef(user)
  me.current = user
  const mend = useRef(onMend)
  mend.current = onMend
  const warnings = useGridWarnings()
  const told = useRef(warnings)
  told.current = warnings
  const wrong = useRef(new Set<string>())
  for (const { problems } of rows) for (const { field } of problems) wrong.current.add(field)
  const names = shownFields(file, wrong.current).join(',')
  const filled = useMemo(() => names.split(','), [names])
  const columns = useMemo(
    () =>
      gridColumns(form, registry)
        .filter(({ name }) => filled.includes(name))
        .sort((a, b) => filled.indexOf(a.name) - filled.indexOf(b.name))
        // Repeated values are judged among all rows of the file, not among those of the page.
        .map((column) => ({ ...column, unique: false })),
    [form, registry, filled],
  )
  const made = useMemo(() => {
    /** The rows of the page as the server has them. */
    const known: { rows: readonly StagedRow[] } = { rows: [] }
    const memory = createMemoryRows([], () => ({}))
    const source = {
      ...memory,
      numberOf: (at: number) => known.rows[at]?.line ?? at + 1,
      noteOf: (at: number, name: string) => replacedText(known.rows[at], name),
    }
    const controller = createGridController({
      form,
      columns,
      client,
      source,
      look: {
        rowHeight: COMPACT_ROW_PX,
        maxHeight,
        rowHeaders: ['row-number'],
        frozen: 0,
        columnMenu: true,
        rowsAhead: ROWS_AHEAD,
      },
      context: () => ({ variables: formVariables(me.current, new Date()) }),
      events: () => ({ ...told.current, onChange: () => void send() }),
      now: flushSync,
    })
    controller.takeAway(TAKEN)
    const impose = () => controller.imposeAnew(refusalsOf(known.rows))

    async function send(): Promise<void> {
      const held = memory.rows()
      const cells = known.rows.flatMap(({ no, values }, at) =>
        columns.flatMap(({ name }): MendedCell[] => {
          const value = held[at]?.values[name] ?? null
          return value === (values[name] ?? null) ? [] : [{ no, field: name, value }]
        }),
      )
      if (cells.length === 0) return
      const sent = new Map(cells.map(({ no }) => [no, cells.filter((cell) => cell.no === no)]))
      known.rows = known.rows.map((row) => {
        const own = sent.get(row.no)
        const typed = own && Object.fromEntries(own.map(({ field, value }) => [field, value]))
        return typed ? { ...row, values: { ...row.values, ...typed } } : row
      })
      const judged = new Map((await mend.current(cells)).map((row) => [row.no, row]))
      known.rows = known.rows.map((row) => {
        const now = judged.get(row.no)
        // What stands in the cells is what was typed, meanwhile perhaps more.
        return now ? { ...now, values: row.values } : row
      })
      impose()
    }

    return { columns, known, controller, memory, impose }
  }, [form, columns, client, maxHeight])

  useEffect(() => {
    const { known, memory, impose } = made
    known.rows = rows
    memory.reset(rows.map(({ no, values }) => ({ ...values, id: String(no) })))
    impose()
  }, [made, rows])
  return made
}

/** The fields of the file's columns in their order, then those that stand in none and must be filled in, or are said to be wrong. */
function shownFields({ columns, fields }: StagedFile, wrong: ReadonlySet<string>): string[] {
  const matched = columns.flatMap(({ field }) => field ?? [])
  const more = fields.filter(({ name, required }) => required || wrong.has(name)).map(({ name }) => name)
  return [...new Set([...matched, ...more])]
}

function refusalsOf(rows: readonly StagedRow[]): RowError[] {
  return rows.flatMap(({ problems }, row) => problems.map(({ field, message }) => ({ field, message, row })))
}
