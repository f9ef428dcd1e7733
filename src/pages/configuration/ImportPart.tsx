import { Alert, App, Button, Flex, Typography, Upload } from 'antd'
import { useState } from 'react'
import { useSave } from '#renderer/index.ts'
import {
  type ComparedPart,
  MAX_PACKAGE_BYTES,
  type TakeChoice,
  type TakeResult,
} from '#schemas/api/configuration.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'
import { ComparedTable } from './ComparedTable.tsx'
import { TakenResult } from './TakenResult.tsx'

interface Opened {
  name: string
  package: unknown
  parts: readonly ComparedPart[]
}

/** Compares a package with this installation, and takes in what was chosen. */
export function ImportPart() {
  const { http } = useServices()
  const { message, modal } = App.useApp()
  const { busy, save } = useSave()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [result, setResult] = useState<TakeResult | null>(null)
  const [choice, setChoice] = useState<TakeChoice>({})
  const count = Object.values(choice).reduce((sum, keys) => sum + Object.keys(keys ?? {}).length, 0)

  const compare = (name: string, read: () => Promise<unknown>) =>
    save(
      async () => {
        setFault(null)
        setResult(null)
        setOpened(null)
        const given = await read()
        const parts = resultOf(
          await http.post<Envelope<ComparedPart[]>>(
            '/sys/config/compare',
            { package: given },
            { quiet: true },
          ),
        )
        setOpened({ name, package: given, parts })
        setChoice(differing(parts))
      },
      (error) => setFault(error.message),
    )
  const handleTake = () => {
    if (!opened) return
    modal.confirm({
      title: t('导入所选的 {count} 项？', { count }),
      content: t('本系统中的这些内容将改成与配置包一致；全部成功，或者什么都不改。'),
      okText: t('导入'),
      cancelText: t('取消'),
      onOk: async () => {
        const body = { package: opened.package, choice }
        try {
          setResult(
            resultOf(await http.post<Envelope<TakeResult>>('/sys/config/take', body, { quiet: true })),
          )
          setOpened(null)
          setFault(null)
        } catch (error) {
          setFault(error instanceof Error ? error.message : String(error))
          message.error(t('未导入任何内容'))
        }
      },
    })
  }

  return (
    <div className="configuration-part">
      <Flex gap={12} wrap align="center">
        <Upload
          accept=".json,application/json"
          showUploadList={false}
          disabled={busy}
          beforeUpload={(file) => {
            void compare(file.name, () => packageIn(file))
            return false
          }}
        >
          <Button type={opened ? 'default' : 'primary'} loading={busy}>
            {t('选择配置包')}
          </Button>
        </Upload>
        {opened ? (
          <>
            <Typography.Text>{opened.name}</Typography.Text>
            <Button
              loading={busy}
              onClick={() => void compare(opened.name, () => Promise.resolve(opened.package))}
            >
              {t('重新比较')}
            </Button>
          </>
        ) : (
          <Typography.Text type="secondary">
            {t('先比较、再选择，确认之前不会改动任何内容。')}
          </Typography.Text>
        )}
      </Flex>
      {fault !== null && <Alert type="error" showIcon title={fault} />}
      {result && <TakenResult result={result} />}
      {opened && (
        <>
          <ComparedTable parts={opened.parts} choice={choice} onChange={setChoice} />
          <Flex>
            <Button type="primary" disabled={count === 0 || busy} onClick={handleTake}>
              {t('导入所选（{count}）', { count })}
            </Button>
          </Flex>
        </>
      )}
    </div>
  )
}

async function packageIn(file: File): Promise<unknown> {
  if (file.size > MAX_PACKAGE_BYTES) throw new Error(t('配置包不能超过 20 MB'))
  try {
    return JSON.parse(await file.text())
  } catch {
    throw new Error(t('文件不是有效的 JSON，无法读取'))
  }
}

/** What a first look chooses: everything that differs and can be taken in. */
function differing(parts: readonly ComparedPart[]): TakeChoice {
  return Object.fromEntries(
    parts.map(({ kind, entries }) => [
      kind,
      Object.fromEntries(
        entries
          .filter(({ state, fault }) => state !== 'same' && fault === null)
          .map(({ key, mark }) => [key, mark]),
      ),
    ]),
  )
}
