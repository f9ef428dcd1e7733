import { Alert, Button, Descriptions } from 'antd'
import { useState } from 'react'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'

/** Hands a file that was made in the background to the browser, which can go on with a download that was cut off. */
export default function ExportDownloadPanel({ records, close }: PanelProps) {
  const { http } = useServices()
  const { id, title, fileSize, progress } = records[0] ?? {}
  const [fault, setFault] = useState<string | null>(null)
  const { busy, save } = useSave()

  const handleDownload = () =>
    save(
      async () => {
        const { path, name } = resultOf(
          await http.get<Envelope<{ path: string; name: string }>>('/online/myExport/address', {
            id: String(id),
          }),
        )
        const link = document.createElement('a')
        link.href = path
        link.download = name
        link.click()
        close()
      },
      (error) => setFault(error.message),
    )
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'title', label: t('导出内容'), children: String(title ?? '') },
          { key: 'rows', label: t('行数'), children: String(progress ?? '') },
          { key: 'size', label: t('大小'), children: String(fileSize ?? '') },
        ]}
      />
      {fault !== null && <Alert type="error" showIcon title={fault} />}
      <PanelFooter>
        <Button onClick={close}>{t('取消')}</Button>
        <Button type="primary" loading={busy} onClick={handleDownload}>
          {t('下载')}
        </Button>
      </PanelFooter>
    </>
  )
}
