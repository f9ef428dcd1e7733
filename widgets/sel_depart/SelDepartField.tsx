import { ApartmentOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import {
  CLEARABLE,
  DialogButton,
  type FieldProps,
  lazyDialog,
  useLabels,
  valueText,
} from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
import type { SelDepartOptions } from '#schemas/widget/sel_depart.ts'

const SelDepartDialog = lazyDialog(() => import('./SelDepartDialog.tsx'))

/** The chosen departments, and a dialog with their tree. */
export default function SelDepartField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<SelDepartOptions, string[]>) {
  const several = options.multiSelect ?? true
  const source = lookupSource(field)
  const labels = useLabels(source, value)
  const textOf = (one: string) =>
    options.text === 'orgCode' && options.store === 'orgCode'
      ? one
      : (labels?.get(one) ?? (labels === null ? null : undefined))
  return (
    <DialogButton
      title={field.title}
      icon={<ApartmentOutlined />}
      disabled={disabled}
      dialog={(close) =>
        source ? (
          <SelDepartDialog
            source={source}
            value={value}
            store={options.store ?? 'id'}
            several={several}
            onCancel={close}
            onConfirm={(next) => {
              close()
              onChange(next)
            }}
          />
        ) : null
      }
    >
      {(open) => (
        <Select
          id={id}
          value={several ? value : (value[0] ?? null)}
          {...(several ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
          open={false}
          suffixIcon={null}
          showSearch={false}
          style={{ width: '100%' }}
          disabled={disabled}
          status={invalid ? 'error' : ''}
          placeholder={t('请选择{title}', { title: field.title })}
          allowClear={CLEARABLE}
          labelRender={(chosen) => valueText(String(chosen.value), textOf(String(chosen.value)))}
          onClick={(event) => {
            // Taking a department away, or all of them, is no wish to choose.
            const onButton = (event.target as HTMLElement).closest('[class*="-remove"], [class*="-clear"]')
            if (!disabled && !onButton) open()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || disabled) return
            event.preventDefault()
            open()
          }}
          onChange={(next: string[] | string | null | undefined) =>
            onChange(Array.isArray(next) ? next : next ? [next] : [])
          }
        />
      )}
    </DialogButton>
  )
}
