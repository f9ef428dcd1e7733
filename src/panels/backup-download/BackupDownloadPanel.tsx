import { Alert, Button, Descriptions } from 'antd'
import { useState } from 'react'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'

/** Hands a backup to the browser by an address that works once. */
export default function BackupDownloadPanel({ records, close }: PanelProps) {
  const { http, config } = useServices()
  const { id, fileName, fileSize, rowCount } = records[0] ?? {}
  const [fault, setFault] = useState<string | null>(null)
  const { busy, save } = useSave()

  const handleDownload = () =>
    save(
      async () => {
        const { path } = resultOf(await http.post<Envelope<{ path: string }>>('/sys/backup/ticket', { id }))
        const link = document.createElement('a')
        link.href = config.apiBase + path
        link.download = String(fileName)
        link.click()
        close()
      },
      (error) => setFault(error.message),
    )
  return (
    <>
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 16 }}
        title={t('备份包含全部业务数据和用户的密码摘要，请妥善保管。加密密钥不在其中，请另行保存。')}
      />
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'name', label: t('文件名'), children: String(fileName ?? '') },
          { key: 'size', label: t('大小'), children: String(fileSize ?? '') },
          { key: 'rows', label: t('行数'), children: String(rowCount ?? '') },
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
