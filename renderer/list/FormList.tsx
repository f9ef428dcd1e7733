import { type ReactNode, useEffect } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import type { Action } from '../actions/action.ts'
import { actionsAt } from '../actions/form-actions.ts'
import { Panel } from '../kit/Panel.tsx'
import { initialListState } from '../model/list-state.ts'
import { AdvancedQueryButton } from '../query/AdvancedQueryButton.tsx'
import { AppliedConditions } from '../query/AppliedConditions.tsx'
import { QueryBar } from '../query/QueryBar.tsx'
import { QueryMenu } from '../query/QueryMenu.tsx'
import { LostConditions, QueryTabs, UnknownQuery } from '../query/QueryTabs.tsx'
import { useQueryCounts } from '../query/use-query-counts.ts'
import { useQueryFields } from '../query/use-query-fields.ts'
import { useSavedQueries } from '../query/use-saved-queries.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { GroupBar } from './figures/GroupBar.tsx'
import { GroupMenu } from './figures/GroupMenu.tsx'
import { LayoutSwitch } from './LayoutSwitch.tsx'
import { isTable, ListBody } from './ListBody.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { useFieldChange } from './layouts/use-field-change.ts'
import { moreActions, PageActions } from './PageActions.tsx'
import { RecordTable, useCards, useNarrow } from './RecordTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useCurrentRow } from './use-current-row.ts'
import { type FormRecordsInput, useFormRecords } from './use-form-records.tsx'
import { useFullScreen } from './use-full-screen.ts'
import type { ListModel } from './use-list.ts'
import { useStart } from './use-start.ts'
import { useViewedQuery } from './use-viewed-query.ts'

export interface FormListProps extends FormRecordsInput {
  /** The row whose parts another list shows: it is chosen by a click, one at a time. */
  onPick?: ((row: Row | null) => void) | undefined
  /** Several rows can be ticked besides the one that is picked. */
  ticksToo?: boolean | undefined
  /** Height of the rows (a length of CSS), where something stands below the list that is to stay in view. */
  height?: string | undefined
  /** What stands below a row when it is opened. */
  below?: ((row: Row) => ReactNode) | undefined
  /** Places in one row of the filters; as the window has room, if absent. */
  queryPlaces?: number | undefined
}

/** The list of a form: query bar, toolbar, selection, table, and the form in a dialog. */
export function FormList({ onPick, ticksToo = false, height, below, queryPlaces, ...input }: FormListProps) {
  const { form } = input.model
  const isCards = useCards(below !== undefined)
  const saved = useSavedQueries(input.model)
  // Only a list with an address shows saved queries beside it.
  const isAddressed = input.onSearch !== undefined
  const { list, chosen, runner, actions, ofRow, moves, changed, setup, dialogs } = useFormRecords({
    ...input,
    saved: isAddressed ? saved.queries : undefined,
    // What stands beside or below a row belongs to a table.
    onlyTable: onPick !== undefined || below !== undefined,
  })
  useStart(input.search ?? '', input.onSearch, actions, runner)
  const inTable = isTable(list)
  const areCards = isCards || !inTable
  const fieldChange = useFieldChange(input.model, actions, changed)
  // A server that keeps no queries tells none with the page.
  const viewed = useViewedQuery(saved, list, input.model.definition.views ? input.search : undefined)
  const counts = useQueryCounts(saved, list)
  const { client } = useRenderer()
  const fields = useQueryFields(input.model)
  const { state, navigate } = list
  const applyCondition = (condition: Condition | null) => navigate({ ...state, condition, pageNo: 1 })
  const { isFull, toggleFull } = useFullScreen()
  const ticks = form.list.checkbox && actions.some(takesSeveral)
  const beside = useCurrentRow(list)
  const current = onPick && ticksToo && ticks ? beside : undefined
  /** Where one row is chosen at a time, its own 删除 is the only one. */
  const isOne = onPick !== undefined && !current
  const ticksSeveral = !isOne && inTable
  const picked = (current ? current.row : chosen[0]) ?? null
  useEffect(() => onPick?.(picked), [onPick, picked])
  const takesAll = actions.some(({ takesResults }) => takesResults)
  const exporting = actionsAt(actions, 'page').find(({ code }) => code === 'export')
  const selection = isOne ? ('one' as const) : ticks ? ('several' as const) : undefined
  const isNarrow = useNarrow()
  const layouts = <LayoutSwitch list={list} />
  const ofPage = {
    actions: actionsAt(actions, 'page').filter(({ code }) => ticksSeveral || code !== 'batch_delete'),
    records: chosen,
    runner,
    isNarrow,
  }
  return (
    <>
      <ListQuery list={list} places={queryPlaces} />
      <Panel className={isFull ? 'expo-list-full' : ''}>
        {isAddressed ? (
          <QueryTabs
            queries={saved.queries}
            counts={counts}
            active={viewed.active}
            alike={viewed.alike}
            isChanged={viewed.isChanged}
            onChoose={viewed.choose}
          />
        ) : null}
        <ListToolbar
          setup={setup}
          areCards={areCards}
          isTree={form.tree !== null}
          isFull={isFull}
          onFull={toggleFull}
          noColumns={!inTable}
          more={isNarrow ? moreActions(ofPage) : undefined}
          end={isNarrow ? null : layouts}
          onReload={list.reload}
          tools={
            <>
              {isNarrow ? layouts : null}
              <GroupMenu list={list} />
              {isAddressed ? (
                <QueryMenu
                  saved={saved}
                  active={viewed.active}
                  isChanged={viewed.isChanged || setup.isChanged}
                  settings={() => viewed.settings(setup.settings)}
                  address={viewed.address}
                  onSaved={viewed.take}
                  onExport={
                    exporting &&
                    ((query) => {
                      viewed.choose(query)
                      void runner.run(exporting, [])
                    })
                  }
                />
              ) : null}
            </>
          }
        >
          <PageActions {...ofPage} />
          <AdvancedQueryButton
            isNarrow={isNarrow}
            model={input.model}
            fields={fields}
            nests={client.nestsQueries?.(list.source) ?? false}
            condition={state.condition}
            saved={saved}
            active={viewed.active}
            settings={(condition) => viewed.settings(setup.settings, condition)}
            onApply={applyCondition}
          />
        </ListToolbar>
        <LostConditions query={viewed.active} />
        {viewed.isUnknown ? <UnknownQuery /> : null}
        <AppliedConditions condition={state.condition} fields={fields} onChange={applyCondition} />
        <GroupBar list={list} where={input.where} />
        {ticksSeveral ? (
          <SelectionBar
            count={list.results?.count ?? chosen.length}
            isAll={list.results !== null}
            total={list.total}
            onAll={takesAll ? list.chooseResults : null}
            onClear={() => list.choose(new Map())}
          >
            <ActionButtons
              actions={actionsAt(actions, 'selection').filter(
                ({ takesResults }) => takesResults || !list.results,
              )}
              records={chosen}
              runner={runner}
              inline
            />
          </SelectionBar>
        ) : null}
        <ListBody list={list} actions={ofRow} fieldChange={fieldChange}>
          <RecordTable
            list={list}
            size={setup.settings.density ?? 'medium'}
            setup={setup}
            actions={ofRow}
            selection={selection}
            choosesByClick={onPick !== undefined}
            current={current}
            height={isFull ? undefined : height}
            below={below}
            moves={moves}
          />
        </ListBody>
      </Panel>
      {dialogs}
    </>
  )
}

/** Whether an action is about the records that are ticked: without one, ticks would lead to nothing. */
function takesSeveral({ at, code }: Action): boolean {
  return at.includes('selection') || code === 'batch_delete' || code === 'export' || code === 'print_list'
}

/** The filters above a form's list. */
function ListQuery({ list, places }: { list: ListModel; places: number | undefined }) {
  const { state, navigate } = list
  return (
    <QueryBar
      items={list.shape.query}
      places={places}
      filter={state.filter}
      busy={list.loading}
      onSearch={(filter) => navigate({ ...state, filter, pageNo: 1 })}
      onReset={() => {
        list.choose(new Map())
        navigate({ ...initialListState(list.shape), pageSize: state.pageSize })
      }}
    />
  )
}
