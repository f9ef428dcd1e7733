import type { CompiledForm } from '#schemas/compile/model.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import type { GridColumn } from '../../core/columns.ts'
import type { FieldSession } from '../../core/features/field-session.types.ts'
import type { GridController } from '../../core/grid-controller.types.ts'

/** What the form of a row is given. Forms stand above the grid, which is handed theirs. */
export interface RowSheetProps {
  controller: GridController
  /** The row that is open, and what was entered into it so far. */
  session: FieldSession
  form: CompiledForm
  columns: readonly GridColumn[]
  context(): RuleContext
}
