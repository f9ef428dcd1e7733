import { Typography } from 'antd'
import type { CSSProperties } from 'react'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { detailGroups } from '../model/detail-groups.ts'
import { isWide } from '../model/is-wide.ts'
import { ReadValue } from '../widget/ReadValue.tsx'
import { useTaken } from '../widget/use-taken.ts'

interface Props {
  form: CompiledForm
  row: Row
}

/**
 * A record to read: texts, not locked inputs, grouped as the form is. Labels and values stand in one grid of equal
 * columns, so that groups line up and a long text makes its own cell higher and no other one narrower.
 */
export function DetailView({ form, row }: Props) {
  const { stamps } = form
  const taken = useTaken(form)
  const groups = detailGroups(form, taken)
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: details longer than the dialog are scrolled from the keyboard
      tabIndex={0}
      aria-label={form.title}
      className="expo-detail-frame"
      style={{ '--expo-detail-columns': form.form.detailColumns } as CSSProperties}
    >
      {groups.map((group) => (
        <section key={group.title ?? ''} className="expo-detail">
          {group.title ? <h3 className="expo-form-heading">{group.title}</h3> : null}
          <dl className="expo-detail-grid">
            {group.fields.map((field) => (
              <div key={field.name} className={`expo-detail-item${isWide(field) ? ' expo-detail-wide' : ''}`}>
                <dt>{field.title}</dt>
                <dd>
                  <ReadValue field={field} row={row} whole />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {row[stamps.createTime] ? (
        <Typography.Text type="secondary">
          {t('创建：{person} {time}{change}', {
            person: personOf(row, stamps.createBy),
            time: String(row[stamps.createTime]),
            change: row[stamps.updateTime]
              ? t('　更新：{person} {time}', {
                  person: personOf(row, stamps.updateBy),
                  time: String(row[stamps.updateTime]),
                })
              : '',
          })}
        </Typography.Text>
      ) : null}
    </section>
  )
}

/** The name of a person where the server gives it, else the account. */
function personOf(row: Row, name: string): string {
  return String(row[`${name}_dictText`] ?? row[name] ?? '')
}
