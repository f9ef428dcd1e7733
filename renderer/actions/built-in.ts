import type { ListAction } from '#schemas/page/form-words.ts'
import { t, texts } from '#schemas/text/text.ts'
import type { Results } from '../data/data-client.ts'
import type { Action, ActionPlace } from './action.ts'

const always = () => true
const idOf = ({ records }: ActionPlace) => String(records[0]?.id ?? '')

/** The actions that a document names by their code, in the order that a row shows them. */
export const builtInActions = texts({
  add: [
    {
      code: 'add',
      title: '新增',
      icon: 'add',
      primary: true,
      at: ['page'],
      can: always,
      run: ({ host }) => host.open('add'),
    },
    {
      code: 'add_child',
      title: '添加下级',
      needs: ['add'],
      at: ['row'],
      forTree: true,
      can: always,
      run: (place) => {
        const { tree } = place.form
        if (tree) place.host.open('add', undefined, { [tree.parent]: idOf(place) })
      },
    },
  ],
  edit: [
    {
      code: 'edit',
      title: '编辑',
      primary: true,
      at: ['row', 'record'],
      can: always,
      run: (place) => place.host.open('edit', idOf(place)),
    },
  ],
  detail: [
    {
      code: 'detail',
      title: '详情',
      at: ['row'],
      can: always,
      run: (place) => place.host.open('detail', idOf(place)),
    },
  ],
  copy: [
    {
      code: 'copy',
      title: '复制',
      right: 'add',
      at: ['row'],
      can: always,
      run: (place) => place.host.open('copy', idOf(place)),
    },
  ],
  delete: [
    {
      code: 'delete',
      title: '删除',
      danger: true,
      at: ['row'],
      can: always,
      question: () => ({ title: t('是否确认删除?'), okText: t('删除') }),
      run: remove,
    },
  ],
  batch_edit: [
    {
      code: 'batch_edit',
      title: '批量编辑',
      right: 'edit',
      needs: ['batch_edit', 'edit'],
      at: ['selection'],
      takesResults: true,
      can: always,
      run: ({ host }) => host.editMany?.(),
    },
  ],
  batch_delete: [
    {
      code: 'batch_delete',
      title: '批量删除',
      icon: 'delete',
      danger: true,
      needs: ['batch_delete', 'delete'],
      at: ['page'],
      takesResults: true,
      can: always,
      question: ({ records, results }) => {
        const count = results?.count ?? records.length
        return count > 0
          ? {
              title: t('确认删除'),
              content: results
                ? t('确定要删除全部 {count} 条查询结果吗?', { count })
                : t('确定要删除这 {count} 项吗?', { count }),
              okText: t('删除'),
            }
          : null
      },
      run: async (place) => {
        if (place.results) await removeResults(place, place.results)
        else if (place.records.length === 0) place.say.warning(t('请选择一条记录！'))
        else await remove(place)
      },
    },
    {
      code: 'recycle',
      title: '回收站',
      // Named by a server that has one.
      needs: ['recycle', 'batch_delete', 'delete'],
      at: ['page'],
      can: always,
      run: ({ openPanel }) => openPanel('recycle', t('回收站'), []),
    },
  ],
  import: [
    {
      code: 'import',
      title: '导入',
      icon: 'upload',
      at: ['page'],
      can: always,
      run: ({ host }) => host.takeIn?.(),
    },
  ],
  export: [
    {
      code: 'export',
      title: '导出',
      icon: 'download',
      at: ['page'],
      takesResults: true,
      can: always,
      run: ({ host }) => host.giveOut?.(),
    },
  ],
  print: [
    {
      code: 'print_list',
      title: '打印',
      icon: 'print',
      right: 'print',
      needs: ['print'],
      at: ['page'],
      takesResults: true,
      can: always,
      run: (place) => place.print(place.records, 'list'),
    },
    {
      code: 'print',
      title: '打印',
      at: ['row', 'record'],
      can: always,
      run: (place) => place.print(place.records, 'record'),
    },
  ],
} satisfies Record<ListAction, readonly Action[]>)

async function remove({ client, source, records, host, done }: ActionPlace): Promise<void> {
  const ids = records.map(({ id }) => String(id))
  let operation: string | null = null
  await client.remove(source, ids, { onDone: (name) => (operation = name) })
  done(ids.length > 1 ? t('批量删除成功！') : t('删除成功!'), operation)
  host.removed(ids)
}

async function removeResults({ client, source, host, done }: ActionPlace, results: Results): Promise<void> {
  let operation: string | null = null
  await client.removeResults?.(source, results, { onDone: (name) => (operation = name) })
  done(t('批量删除成功！'), operation)
  host.removed([])
}
