import { Alert, Button, Flex, Select } from 'antd'
import {
  CLEARABLE,
  type FieldProps,
  type Option,
  useRenderer,
  useRequest,
  valueText,
} from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
import type { LinkDownOptions } from '#schemas/widget/link_down.ts'
import { choose, levelColumns } from './levels.ts'

/** One dropdown per level; choosing loads the next and clears those below. */
export default function LinkDownField({
  id,
  field,
  row,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<LinkDownOptions, string>) {
  const { client } = useRenderer()
  const source = lookupSource(field)
  const columns = levelColumns(field.name, options.linkField)
  const values = columns.map((name) => {
    const value = row[name]
    return value === null || value === undefined ? '' : String(value)
  })
  /** What is wrong is the first level without a choice, as far as can be told. */
  const wrong = Math.max(values.indexOf(''), 0)
  // Each level is asked with the identity of the choice above it, so they are loaded one after the other.
  const levels = useRequest<Option[][]>(
    async (signal) => {
      if (!source) return []
      const loaded: Option[][] = [await client.options(source, {}, { signal })]
      for (let level = 0; level < columns.length - 1; level++) {
        const parent = loaded[level]?.find((option) => String(option.value) === values[level])
        if (!parent) break
        loaded.push(await client.options(source, { parent: parent.id ?? String(parent.value) }, { signal }))
      }
      return loaded
    },
    [client, source, columns.join(), values.slice(0, -1).join()],
  )
  if (levels.error)
    return (
      <Alert
        type="error"
        showIcon
        title={t('联动组件数据加载失败,请检查配置!')}
        action={
          <Button size="small" onClick={levels.reload}>
            {t('重试')}
          </Button>
        }
      />
    )
  return (
    <Flex gap={8} wrap="wrap">
      {columns.map((column, level) => {
        const choices = (levels.data?.[level] ?? []).map((option) => ({
          value: String(option.value),
          label: option.text,
        }))
        const value = values[level] ?? ''
        const disabledLevel = disabled || (level > 0 && values[level - 1] === '')
        return (
          <Select
            key={column}
            id={level === 0 ? id : `${id}-${level}`}
            aria-label={t('{title}第{level}级', { title: field.title, level: level + 1 })}
            style={{ flex: '1 1 120px', minWidth: 0 }}
            value={value === '' ? null : value}
            options={
              value !== '' && !choices.some((choice) => choice.value === value)
                ? [...choices, { value, label: valueText(value, levels.loading ? null : undefined) }]
                : choices
            }
            loading={levels.loading && !levels.data?.[level]}
            disabled={disabledLevel}
            status={invalid && level === wrong ? 'error' : ''}
            placeholder={level === 0 ? t('请选择{title}', { title: field.title }) : t('请选择')}
            allowClear={CLEARABLE}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(next: string | null | undefined) => {
              const { [field.name]: own = row[field.name] ?? null, ...others } = choose(
                columns,
                level,
                next ?? '',
              )
              onChange(own === null ? '' : String(own), others)
            }}
          />
        )
      })}
    </Flex>
  )
}
