import { App, Button, Empty, Flex, Pagination, Select, Skeleton, Timeline, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { asRequestError, formPage, type PanelProps, useRequest, useSave } from '#renderer/index.ts'
import type { DataVersion } from '#schemas/api/data-log.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { RowErrors } from '#schemas/api/errors.ts'
import type { LifeEvent, RestoredVersion } from '#schemas/api/record-life.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'
import { comparedFields } from '../data-versions/compared-fields.ts'
import { FieldChanges } from './FieldChanges.tsx'
import { LifeEventView } from './LifeEventView.tsx'

const PAGE_SIZE = 10

/** What happened to a record, from its first version to the last; what stood in it before can be had back. */
export default function RecordLifePanel({ records, source, client, changed }: PanelProps) {
  const { http } = useServices()
  const { message } = App.useApp()
  const { busy, save } = useSave()
  const [pageNo, setPageNo] = useState(1)
  const [record] = records
  const id = String(record?.id ?? '')
  const path = `/online/history/${encodeURIComponent(source.code)}/${encodeURIComponent(id)}`
  const found = useAnswer<PageOf<LifeEvent>>(path, { pageNo, pageSize: PAGE_SIZE })
  const restorable = useRestorable({ source, client })

  const versions = async (one: string, other?: string) => {
    const asked = other === undefined ? { one } : { one, other }
    return resultOf(await http.get<Envelope<DataVersion[]>>(`${path}/versions`, asked))
  }

  /** The record with its sub rows as it was, or one field as it was before; answers what could not be had back. */
  const back = async (version: string, field?: string) => {
    const asked = { version, field, _version: record?._version }
    const answer = await http.post<Envelope<RestoredVersion>>(`${path}/restore`, asked, { quiet: true })
    return resultOf(answer).kept
  }

  const restore = (work: () => Promise<readonly string[]>) =>
    void save(async () => {
      let kept: readonly string[]
      try {
        kept = await work()
      } catch (caught) {
        const error = asRequestError(caught)
        const errors = (error.detail as Partial<RowErrors> | null)?.errors ?? []
        if (error.announced) return
        void message.error(
          errors.length > 0 ? errors.map(({ message }) => message).join('；') : error.message,
        )
        return
      }
      if (kept.length === 0) void message.success(t('恢复成功！'))
      else void message.warning(t('已恢复，但以下内容不能恢复：{names}', { names: kept.join('、') }))
      setPageNo(1)
      found.reload()
      changed()
    })

  const onField = (change: string, field: string) => restore(() => back(change, field))
  const onVersion = (change: string) => restore(() => back(change))
  const nowOf = (field: string) => String(record?.[`${field}_dictText`] ?? record?.[field] ?? '')

  if (found.error) return <LoadFault of={found} />
  if (!found.data) return <Skeleton active paragraph={{ rows: 5 }} />
  const { records: events, total } = found.data
  if (total === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有更改记录')} />
  return (
    <Flex vertical gap={12}>
      <Compared events={events} load={versions} />
      <Timeline
        items={events.map((event, at) => ({
          key: event.id,
          content: (
            <LifeEventView
              event={event}
              busy={busy}
              canRestore={(field) => restorable.has(field)}
              nowOf={nowOf}
              onField={(field) => event.own && onField(event.own.change, field)}
              // The newest version is what stands in the record.
              {...(event.own && event.own.kind !== 'removed' && restorable.size > 0 && (at > 0 || pageNo > 1)
                ? { onVersion: () => event.own && onVersion(event.own.change) }
                : {})}
            />
          ),
        }))}
      />
      <Pagination
        size="small"
        align="end"
        current={pageNo}
        pageSize={PAGE_SIZE}
        total={total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPageNo}
      />
    </Flex>
  )
}

/** Fields whose old values this user may save again; none without the right to edit. */
function useRestorable({ source, client }: Pick<PanelProps, 'source' | 'client'>): ReadonlySet<string> {
  const page = useRequest(
    async (signal) => formPage(await client.page(source.code, { signal })),
    [client, source.code],
  )
  return useMemo(() => {
    if (!page.data?.access.actions.includes('edit')) return new Set<string>()
    const { readonly } = page.data.access
    return new Set(
      compileForm(page.data.document)
        .fields.filter(({ name, inForm, readOnly }) => inForm && !readOnly && !readonly.includes(name))
        .map(({ name }) => name),
    )
  }, [page.data])
}

interface ComparedProps {
  events: readonly LifeEvent[]
  load(one: string, other?: string): Promise<DataVersion[]>
}

/** What differs between any two of the versions. */
function Compared({ events, load }: ComparedProps) {
  const [{ left, right }, setChosen] = useState<{ left?: string; right?: string }>({})
  const both = useRequest(
    async () => (left && right ? comparedFields(await load(left, right)) : null),
    [left, right],
  )
  const options = events.flatMap(({ own, at, username }) =>
    own && own.kind !== 'removed'
      ? [
          {
            value: own.change,
            label: t('版本 {version} · {at} · {username}', { version: own.version, at, username }),
          },
        ]
      : [],
  )
  if (options.length < 2) return null
  const different = (both.data ?? []).filter(({ isDifferent }) => isDifferent)
  return (
    <section aria-label={t('比较版本')}>
      <Flex gap={8} wrap align="center">
        <span>{t('比较版本')}</span>
        <Select
          allowClear
          aria-label={t('左侧版本')}
          placeholder={t('请选择版本')}
          className="expo-life-version"
          options={options}
          value={left}
          onChange={(value?: string) =>
            setChosen({ ...(value ? { left: value } : {}), ...(right ? { right } : {}) })
          }
        />
        <Select
          allowClear
          aria-label={t('右侧版本')}
          placeholder={t('请选择版本')}
          className="expo-life-version"
          options={options}
          value={right}
          onChange={(value?: string) =>
            setChosen({ ...(left ? { left } : {}), ...(value ? { right: value } : {}) })
          }
        />
        {left || right ? (
          <Button type="link" size="small" onClick={() => setChosen({})}>
            {t('清除')}
          </Button>
        ) : null}
        {left && right ? null : (
          <Typography.Text type="secondary">{t('请选择两个版本进行比较')}</Typography.Text>
        )}
      </Flex>
      <LoadFault of={both} />
      {both.data ? (
        <div role="status">
          {different.length === 0 ? (
            <Typography.Text type="secondary">{t('两个版本相同')}</Typography.Text>
          ) : (
            <FieldChanges
              kind="changed"
              fields={different.map(({ name, title, left, right }) => ({
                name,
                title,
                before: left,
                after: right,
              }))}
            />
          )}
        </div>
      ) : null}
    </section>
  )
}
