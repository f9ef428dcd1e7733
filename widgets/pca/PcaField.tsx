import { Button, Cascader, Skeleton } from 'antd'
import { CLEARABLE, type FieldProps, untilLoaded, useRequest } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { PcaOptions } from '#schemas/widget/pca.ts'

const AREA_NAMES = { value: 'id', label: 'text', children: 'children' } as const

/** Linked lists of areas; the data is loaded when the first such field is shown. */
export default function PcaField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<PcaOptions, string>) {
  const areas = useRequest(() => untilLoaded(() => import('./areas.ts')), [])
  if (!areas.data)
    return areas.error ? (
      <Button block onClick={areas.reload}>
        {t('地区数据加载失败，点击重试')}
      </Button>
    ) : (
      <Skeleton.Input active block />
    )
  const { areaPath, areaText, areaTree } = areas.data
  const path = areaPath(value)
  return (
    <Cascader
      id={id}
      value={path}
      options={areaTree(options.displayLevel)}
      fieldNames={AREA_NAMES}
      style={{ width: '100%' }}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      // A value that is no area stays visible until another is chosen.
      placeholder={
        value !== '' && path.length === 0 ? areaText(value) : t('请选择{title}', { title: field.title })
      }
      showSearch
      allowClear={CLEARABLE}
      displayRender={(labels) => (options.displayLevel === 'region' ? labels.slice(-1) : labels).join('/')}
      onChange={(next) => onChange(next?.length ? String(next[next.length - 1]) : '')}
    />
  )
}
