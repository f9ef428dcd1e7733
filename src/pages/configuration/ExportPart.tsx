import { App, Button, Empty, Flex, Input, Skeleton, Tree, Typography } from 'antd'
import { useState } from 'react'
import { useSave } from '#renderer/index.ts'
import {
  type ConfigurationPackage,
  type PartKind,
  type PartNames,
  packageText,
} from '#schemas/api/configuration.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'
import { partTitle } from './part-titles.ts'
import { storeFile } from './store-file.ts'

type Choice = Readonly<Partial<Record<PartKind, 'all' | readonly string[]>>>

const keyOf = (kind: string, key: string) => JSON.stringify([kind, key])

/** Chooses what goes into a package, and hands it to the browser as a file. */
export function ExportPart() {
  const { http } = useServices()
  const { message } = App.useApp()
  const { busy, save } = useSave()
  const [search, setSearch] = useState('')
  const [choice, setChoice] = useState<Choice>({})
  const parts = useAnswer<PartNames[]>('/sys/config/parts', { search })
  const { data, error } = parts
  const isEmpty = Object.values(choice).every((keys) => keys !== 'all' && keys.length === 0)

  const handleExport = () =>
    save(
      async () => {
        const chosen = Object.fromEntries(
          Object.entries(choice).filter(([, keys]) => keys === 'all' || keys.length > 0),
        )
        const made = resultOf(
          await http.post<Envelope<ConfigurationPackage>>('/sys/config/export', { choice: chosen }),
        )
        const day = new Date().toISOString().slice(0, 10)
        storeFile(`configuration-${day}.json`, packageText(made))
        message.success(t('已导出'))
      },
      (failed) => void message.error(failed.message),
    )
  const handleCheck = (kind: PartKind, key: string | null, isOn: boolean) =>
    setChoice((before) => {
      if (key === null) return { ...before, [kind]: isOn ? 'all' : [] }
      const keys = before[kind]
      const others = keys === undefined || keys === 'all' ? [] : keys.filter((one) => one !== key)
      return { ...before, [kind]: isOn ? [...others, key] : others }
    })

  return (
    <div className="configuration-part">
      <Typography.Paragraph type="secondary">
        {t('导出为一个可读的 JSON 文件，可以放进版本库。同样的配置总是得到同样的文件。')}
      </Typography.Paragraph>
      <Input.Search
        allowClear
        className="configuration-tree"
        aria-label={t('搜索编码或名称')}
        placeholder={t('搜索编码或名称')}
        onSearch={(text) => setSearch(text.trim())}
      />
      <LoadFault of={parts} />
      {!error && !data && <Skeleton active />}
      {data && <Choices data={data} search={search} choice={choice} onCheck={handleCheck} />}
      <Flex>
        <Button type="primary" disabled={isEmpty} loading={busy} onClick={handleExport}>
          {t('导出所选')}
        </Button>
      </Flex>
    </div>
  )
}

interface ChoicesProps {
  data: readonly PartNames[]
  search: string
  choice: Choice
  onCheck(kind: PartKind, key: string | null, isOn: boolean): void
}

function Choices({ data, search, choice, onCheck }: ChoicesProps) {
  if (data.every(({ total }) => total === 0)) return <Empty description={t('没有找到')} />
  const checked = data.flatMap(({ kind, names }) => {
    const keys = choice[kind]
    if (keys === 'all') return [kind, ...names.map(({ key }) => keyOf(kind, key))]
    return (keys ?? []).map((key) => keyOf(kind, key))
  })
  const tree = data
    .filter(({ total }) => total > 0 || search === '')
    .map(({ kind, total, names }) => ({
      key: kind,
      title: chosenText(partTitle(kind), total, choice[kind]),
      kind,
      entry: null as string | null,
      // All of a kind cannot be meant where only what was found is seen.
      checkable: search === '' && total > 0,
      children: [
        ...names.map((name) => ({
          key: keyOf(kind, name.key),
          title: name.title === name.key ? name.key : `${name.title}　${name.key}`,
          kind,
          entry: name.key as string | null,
          disableCheckbox: choice[kind] === 'all',
        })),
        ...(total > names.length
          ? [
              {
                key: keyOf(kind, ''),
                title: t('还有 {count} 项，请搜索', { count: total - names.length }),
                kind,
                entry: '' as string | null,
                checkable: false,
                selectable: false,
              },
            ]
          : []),
      ],
    }))
  return (
    <Tree
      key={search}
      className="configuration-tree"
      checkable
      checkStrictly
      selectable={false}
      defaultExpandAll={search !== ''}
      treeData={tree}
      checkedKeys={{ checked, halfChecked: halfOf(data, choice) }}
      onCheck={(_, { node, checked: isOn }) => onCheck(node.kind, node.entry, isOn)}
    />
  )
}

function chosenText(title: string, total: number, keys: 'all' | readonly string[] | undefined): string {
  const count = keys === 'all' ? total : (keys?.length ?? 0)
  return count > 0
    ? t('{title}（已选 {count}，共 {total}）', { title, count, total })
    : t('{title}（共 {total}）', { title, total })
}

function halfOf(data: readonly PartNames[], choice: Choice): string[] {
  return data.flatMap(({ kind }) => {
    const keys = choice[kind]
    return keys !== undefined && keys !== 'all' && keys.length > 0 ? [kind] : []
  })
}
