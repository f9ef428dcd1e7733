import { CloseOutlined, DeleteOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Image, Progress } from 'antd'
import type { FileDescription } from '#schemas/api/file.ts'
import { t } from '#schemas/text/text.ts'
import { DownloadTool, FileTool, PreviewTool } from './FileTools.tsx'
import { fileAddress, fileName, isPicture, shortName } from './file-name.ts'
import type { Upload } from './upload-queue.ts'

interface FileEntryProps {
  path: string
  file: FileDescription | undefined
  disabled: boolean
  allowDownload: boolean
  allowRemove: boolean
  /** Absent where there is one file only. */
  onMove?: ((by: -1 | 1) => void) | undefined
  onRemove(): void
}

/** A kept file in a form: to be seen, moved, downloaded and removed. */
export function FileEntry(props: FileEntryProps) {
  const { path, file, disabled, allowDownload, allowRemove, onMove, onRemove } = props
  const name = fileName(path, file)
  const address = fileAddress(path, file)
  return (
    <li className="expo-files-item">
      {address && isPicture(path, file) ? (
        <Image src={file?.thumb ?? address} preview={{ src: address }} alt={name} width={56} height={56} />
      ) : null}
      {address && (allowDownload || isPicture(path, file)) ? (
        <a href={address} target="_blank" rel="noopener noreferrer" title={name}>
          {shortName(name)}
        </a>
      ) : (
        <span title={address ? name : path}>{shortName(name)}</span>
      )}
      <span className="expo-files-tools">
        {onMove && (
          <>
            <FileTool
              title={t('前移')}
              name={name}
              icon={<LeftOutlined />}
              disabled={disabled}
              onPress={() => onMove(-1)}
            />
            <FileTool
              title={t('后移')}
              name={name}
              icon={<RightOutlined />}
              disabled={disabled}
              onPress={() => onMove(1)}
            />
          </>
        )}
        {file?.preview && <PreviewTool name={name} address={file.preview} />}
        {allowDownload && address && <DownloadTool name={name} address={address} />}
        {allowRemove && (
          <FileTool
            title={t('删除')}
            name={name}
            icon={<DeleteOutlined />}
            disabled={disabled}
            onPress={onRemove}
          />
        )}
      </span>
    </li>
  )
}

/** Files that are under way. */
export function ArrivingFiles({ uploads }: { uploads: readonly Upload[] }) {
  return uploads
    .filter(({ item }) => item.status === 'uploading')
    .map(({ key, item: { name, percent }, cancel }) => (
      <li key={key} className="expo-files-item" aria-label={t('上传中({percent}%)', { percent })}>
        <span title={name}>{shortName(name)}</span>
        <Progress percent={percent} size="small" style={{ width: 120 }} />
        <FileTool title={t('取消')} name={name} icon={<CloseOutlined />} onPress={cancel} />
      </li>
    ))
}
