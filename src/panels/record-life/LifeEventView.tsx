import { Button, Flex, Popconfirm, Typography } from 'antd'
import type { LifeEvent, LifeSubRow } from '#schemas/api/record-life.ts'
import { t, texts } from '#schemas/text/text.ts'
import { actionWords } from '../../kit/action-words.ts'
import { FieldChanges } from './FieldChanges.tsx'

const KINDS: Readonly<Record<LifeSubRow['kind'], string>> = texts({
  added: '新增了',
  changed: '修改了',
  removed: '删除了',
})

interface Props {
  event: LifeEvent
  busy: boolean
  canRestore(field: string): boolean
  /** What stands in a field now, in words. */
  nowOf(field: string): string
  onField(field: string): void
  /** Has the whole version back; absent where that would change nothing, or is not allowed. */
  onVersion?(): void
}

/** One operation on a record: who, when, what, and what became of it. */
export function LifeEventView({ event, busy, canRestore, nowOf, onField, onVersion }: Props) {
  const { at, username, realname, own, subs, moreSubs } = event
  return (
    <section>
      <Flex gap={8} wrap align="baseline">
        <strong>{actionWords(event)}</strong>
        <span>{realname || username}</span>
        <Typography.Text type="secondary">{at}</Typography.Text>
        {own ? (
          <Typography.Text type="secondary">
            {t('版本 {dataVersion}', { dataVersion: own.version })}
          </Typography.Text>
        ) : null}
        {onVersion ? (
          <Popconfirm
            title={t('把记录恢复为这个版本？')}
            okText={t('恢复')}
            cancelText={t('取消')}
            onConfirm={onVersion}
          >
            <Button type="link" size="small" disabled={busy}>
              {t('恢复此版本')}
            </Button>
          </Popconfirm>
        ) : null}
      </Flex>
      {own ? (
        <FieldChanges
          kind={own.kind}
          fields={own.fields}
          busy={busy}
          canRestore={canRestore}
          nowOf={nowOf}
          onRestore={onField}
        />
      ) : null}
      {subs.map(({ code, id, title, kind, fields }) => (
        <div key={`${code} ${id}`}>
          <Typography.Text type="secondary">
            {t('{title}：{kind}一行', { title, kind: KINDS[kind] })}
          </Typography.Text>
          <FieldChanges kind={kind} fields={fields} />
        </div>
      ))}
      {moreSubs > 0 ? (
        <Typography.Text type="secondary">
          {t('还有 {count} 行子表数据', { count: moreSubs })}
        </Typography.Text>
      ) : null}
    </section>
  )
}
