import { t } from '#schemas/text/text.ts'
import { QueryBar } from '../../query/QueryBar.tsx'
import { RecordTable } from '../RecordTable.tsx'
import type { ListModel } from '../use-list.ts'

/** Ten rows; fewer where the window is low, whose rows scroll. */
const HEIGHT = 'clamp(160px, calc(100vh - 470px), 410px)'

/** The filters of rows to choose from; another search begins with the first page. */
export function PickQuery({ list, places }: { list: ListModel; places?: number }) {
  const { state, shape, navigate } = list
  return (
    <QueryBar
      items={shape.query}
      filter={state.filter}
      busy={list.loading}
      places={places}
      onSearch={(filter) => navigate({ ...state, filter, pageNo: 1 })}
      onReset={() => navigate({ ...state, filter: {}, pageNo: 1 })}
    />
  )
}

/** Rows to choose from: a click on a row is the choice. */
export function PickTable({ list, several }: { list: ListModel; several: boolean }) {
  return (
    <RecordTable
      list={list}
      selection={several ? 'several' : 'one'}
      choosesByClick
      size="small"
      height={HEIGHT}
    />
  )
}

/** What is wrong with a choice that is confirmed; null where nothing is. Nothing is a choice only for who takes away what was chosen. */
export function choiceMistake(list: ListModel, several: boolean, before: number): string | null {
  const { size } = list.chosen
  return (size === 0 && before === 0) || (!several && size > 1) ? t('请选择一条记录') : null
}
