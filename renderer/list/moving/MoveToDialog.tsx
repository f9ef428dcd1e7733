import { Form, Modal, TreeSelect } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { rowSource } from '../../data/row-source.ts'
import { asRequestError } from '../../data/use-request.ts'
import { FocusReturn } from '../../kit/FocusReturn.tsx'
import { EVERYTHING } from '../../model/list-state.ts'
import { parentOf } from '../../model/row-moves.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'

interface Props {
  form: CompiledForm
  row: Row
  onClose(): void
  /** Answers false where the move was refused, which was said then. */
  onMove(parent: string): Promise<boolean>
}

interface Node {
  id: string
  value: string
  title: string
  /** Id of the node above. */
  pId: string
  isLeaf: boolean
  disabled?: boolean
}

/** Stands for no parent: a value that no record has. */
const TOP = ' top'

/** Asks below which record of its tree a record is to stand; levels are loaded as they are opened. */
export function MoveToDialog({ form, row, onClose, onMove }: Props) {
  const { client } = useRenderer()
  const { tree } = form
  const id = String(row.id)
  const from = (tree && parentOf(tree, row)) || TOP
  const [nodes, setNodes] = useState<readonly Node[]>([])
  const [parent, setParent] = useState<string | undefined>(undefined)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const load = useCallback(
    async (above: string | null) => {
      if (!tree) return
      try {
        const found = await client.list(rowSource(form), {
          pageNo: 1,
          pageSize: EVERYTHING,
          ...(above === null
            ? { tree: 'roots' as const }
            : {
                filter: { field: tree.parent, rule: 'eq' as const, val: above },
                tree: 'children' as const,
              }),
        })
        const level = found.records.map((one) => nodeOf(one, tree, above ?? TOP, id))
        setNodes((before) => [...before.filter(({ pId }) => pId !== (above ?? TOP)), ...level])
      } catch (caught) {
        const refusal = asRequestError(caught)
        if (!refusal.announced) setError(refusal.message)
      }
    },
    [client, form, tree, id],
  )
  useEffect(() => void load(null), [load])

  const handleOk = async () => {
    if (parent === undefined) return
    setIsBusy(true)
    if (await onMove(parent === TOP ? '' : parent)) onClose()
    setIsBusy(false)
  }
  const name = String(row[tree?.label ?? 'id'] ?? id)
  return (
    <Modal
      open
      title={t('将“{name}”移到', { name })}
      okText={t('移动')}
      cancelText={t('取消')}
      okButtonProps={{ disabled: parent === undefined || parent === from }}
      confirmLoading={isBusy}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <FocusReturn />
      <Form layout="vertical">
        <Form.Item
          label={t('上级')}
          htmlFor="expo-move-to"
          {...(error ? { validateStatus: 'error' as const, help: error } : {})}
        >
          <TreeSelect<string>
            id="expo-move-to"
            autoFocus
            showSearch={{ treeNodeFilterProp: 'title' }}
            treeDataSimpleMode={{ id: 'id', pId: 'pId', rootPId: 'root' }}
            treeDefaultExpandedKeys={[TOP]}
            treeData={[{ id: TOP, value: TOP, title: t('最上级'), pId: 'root' }, ...nodes]}
            loadData={({ value }) => (value === TOP ? Promise.resolve() : load(String(value)))}
            value={parent as string}
            placeholder={t('请选择{title}', { title: t('上级') })}
            onChange={(value) => setParent(value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** The record itself cannot be chosen nor opened: below it there is no place for it. */
function nodeOf(row: Row, tree: NonNullable<CompiledForm['tree']>, pId: string, moved: string): Node {
  const value = String(row.id)
  const isMoved = value === moved
  return {
    id: value,
    value,
    title: String(row[tree.label] ?? value),
    pId,
    isLeaf: isMoved || String(row[tree.hasChild] ?? '0') !== '1',
    ...(isMoved ? { disabled: true } : {}),
  }
}
