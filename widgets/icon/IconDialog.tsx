import { Alert, App, Empty, Input, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { CLEARABLE, iconKey, MenuIcon, menuIconNames, PickDialog } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import './icon-dialog.css'

interface Props {
  title: string
  value: string
  onCancel(): void
  onChoose(name: string): void
}

const WIDTH = 760

/** All icons that can be drawn, with a search; a click or Enter takes one. */
export default function IconDialog({ title, value, onCancel, onChoose }: Props) {
  const { message } = App.useApp()
  const [names, setNames] = useState<readonly string[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    menuIconNames().then(setNames, () => setFailed(true))
  }, [])
  const word = iconKey(wanted.trim())
  const found = names?.filter((name) => name.includes(word))
  const [only] = found?.length === 1 ? found : []

  function confirm() {
    if (only !== undefined) onChoose(only)
    else if (value !== '') onCancel()
    else message.warning(t('请选择图标'))
  }

  return (
    <PickDialog title={title} width={WIDTH} onCancel={onCancel} onConfirm={confirm}>
      <Input
        aria-label={t('搜索图标')}
        placeholder={t('输入图标名称')}
        allowClear={CLEARABLE}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        onPressEnter={() => only !== undefined && onChoose(only)}
      />
      {failed && <Alert type="error" title={t('图标加载失败，请重试')} style={{ marginTop: 12 }} />}
      {found === undefined && !failed && <Spin style={{ display: 'block', margin: 24 }} />}
      {found?.length === 0 && <Empty description={t('没有匹配的图标')} style={{ margin: 24 }} />}
      <ul className="icon-choices">
        {found?.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={value !== '' && iconKey(value) === name}
              onClick={() => onChoose(name)}
            >
              <MenuIcon name={name} />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </PickDialog>
  )
}
