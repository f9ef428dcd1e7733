import { DownloadOutlined, EyeOutlined, FileZipOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { t } from '#schemas/text/text.ts'
import { downloadAddress } from './file-name.ts'
import { useFilePreview } from './use-file-preview.tsx'

interface ToolProps {
  title: string
  name: string
  icon: React.ReactNode
  disabled?: boolean
  onPress(): void
}

/** A small button for one file. */
export function FileTool({ title, name, icon, disabled = false, onPress }: ToolProps) {
  return (
    <Button
      type="text"
      size="small"
      icon={icon}
      title={title}
      aria-label={`${title} ${name}`}
      disabled={disabled}
      onClick={onPress}
    />
  )
}

/** Opens what a file looks like. */
export function PreviewTool({ name, address }: { name: string; address: string }) {
  const preview = useFilePreview()
  return (
    <FileTool title={t('预览')} name={name} icon={<EyeOutlined />} onPress={() => preview(name, address)} />
  )
}

/** Stores a file under its own name. */
export function DownloadTool({ name, address }: { name: string; address: string }) {
  return (
    <Button
      type="text"
      size="small"
      icon={<DownloadOutlined />}
      href={downloadAddress(address)}
      download={name}
      title={t('下载')}
      aria-label={`${t('下载')} ${name}`}
    />
  )
}

/** Stores all files of a field in one archive. */
export function DownloadAll({ address, isSmall = false }: { address: string; isSmall?: boolean }) {
  return (
    <Button
      type={isSmall ? 'text' : 'default'}
      size={isSmall ? 'small' : 'middle'}
      icon={<FileZipOutlined />}
      href={address}
      download
      title={t('全部下载')}
      aria-label={t('全部下载')}
    >
      {isSmall ? null : t('全部下载')}
    </Button>
  )
}
