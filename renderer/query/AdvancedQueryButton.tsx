import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { QuerySettings, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { lazyDialog } from '../kit/lazy-dialog.ts'
import type { PageModel } from '../model/page-model.ts'
import type { QueryField } from '../model/query-fields.ts'
import { countConditions } from './query-words.ts'
import type { QuerySet } from './use-saved-queries.ts'

const AdvancedQueryDialog = lazyDialog(async () => ({
  default: (await import('./AdvancedQueryDialog.tsx')).AdvancedQueryDialog,
}))

interface Props {
  model: PageModel
  fields: ReadonlyMap<string, QueryField>
  nests: boolean
  condition: Condition | null
  saved: QuerySet
  /** The saved query that the list comes from. */
  active: SavedQueryOfUser | null
  /** What is kept of the list with this condition. */
  settings(condition: Condition): QuerySettings
  onApply(condition: Condition | null): void
  /** There is no room for words. */
  isNarrow?: boolean
}

/** Opens the advanced query, and says whether one is applied. */
export function AdvancedQueryButton({ onApply, isNarrow = false, ...query }: Props) {
  const { fields, condition } = query
  const [isOpen, setIsOpen] = useState(false)
  if (fields.size === 0) return null
  const count = condition ? countConditions(condition) : 0
  const label = count > 0 ? t('高级查询（{count}）', { count }) : t('高级查询')
  return (
    <>
      <Button
        icon={<FilterOutlined />}
        aria-label={label}
        {...(condition ? { type: 'primary' as const, ghost: true } : {})}
        aria-haspopup="dialog"
        aria-pressed={condition !== null}
        onClick={() => setIsOpen(true)}
      >
        {isNarrow ? (count > 0 ? String(count) : null) : label}
      </Button>
      {isOpen ? (
        <>
          {/* Here, not in the dialog: it has to know who had the keyboard before that program is loaded. */}
          <FocusReturn />
          <AdvancedQueryDialog
            {...query}
            onClose={() => setIsOpen(false)}
            onApply={(next) => {
              setIsOpen(false)
              onApply(next)
            }}
          />
        </>
      ) : null}
    </>
  )
}
