import { DownOutlined } from '@ant-design/icons'
import { Button, Checkbox, InputNumber, Popover, Space } from 'antd'
import { useId, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { type AddSettings, MOST_AT_ONCE, readAddSettings } from '../core/features/add-settings.ts'
import type { GridController } from '../core/grid-controller.types.ts'
import { InsertButton } from './InsertButton.tsx'

/** Adds rows as this user has set it: how many, where, and whether the grid goes to its end. */
export function AddButton({ controller, rowCount }: { controller: GridController; rowCount: number }) {
  const { looks } = useRenderer()
  const id = useId()
  const [settings, setSettings] = useState(() => readAddSettings((name) => looks?.get(name) ?? null))
  const change = (next: Partial<AddSettings>): void => {
    setSettings({ ...settings, ...next })
    for (const [name, value] of Object.entries(next)) looks?.set(name, String(value))
  }
  const form = (
    <div className="sub-grid-add">
      <label htmlFor={`${id}num`}>
        <span>{t('新增行数')}</span>
        <InputNumber
          id={`${id}num`}
          size="small"
          min={1}
          max={MOST_AT_ONCE}
          precision={0}
          value={settings.addRowNum}
          onChange={(value) => change({ addRowNum: value ?? 1 })}
        />
      </label>
      <label htmlFor={`${id}index`}>
        <span>{t('新增位置（第几行，0 为末尾）')}</span>
        <InputNumber
          id={`${id}index`}
          size="small"
          min={0}
          max={rowCount}
          precision={0}
          value={Math.min(settings.addIndex, rowCount)}
          onChange={(value) => change({ addIndex: value ?? 0 })}
        />
      </label>
      <Checkbox
        checked={settings.addScrollToBottom}
        onChange={({ target }) => change({ addScrollToBottom: target.checked })}
      >
        {t('新增后滚动到底部')}
      </Checkbox>
    </div>
  )
  return (
    <Space.Compact size="small">
      <InsertButton type="primary" onInsert={() => controller.add(settings)}>
        {t('新增')}
      </InsertButton>
      <Popover content={form} trigger="click" placement="bottomLeft">
        <Button size="small" type="primary" icon={<DownOutlined />} aria-label={t('添加行的设置')} />
      </Popover>
    </Space.Compact>
  )
}
