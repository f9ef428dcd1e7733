import { Alert, Input, Modal, Tabs, Typography } from 'antd'
import { useLanguage } from '#renderer/index.ts'
import { parseCron } from '#schemas/rules/cron-fields.ts'
import { CRON_BOUNDS, CRON_PARTS } from '#schemas/rules/cron-parts.ts'
import { cronSentence } from '#schemas/rules/cron-sentence.ts'
import { t } from '#schemas/text/text.ts'
import { CronPartTab } from './CronPartTab.tsx'
import { CronRuns } from './CronRuns.tsx'
import { useCronEditor } from './use-cron-editor.ts'
import './cron-dialog.css'

interface Props {
  title: string
  value: string
  onCancel(): void
  onConfirm(expression: string): void
}

/** Puts an expression together, part by part, and shows when it runs. */
export default function CronDialog({ title, value, onCancel, onConfirm }: Props) {
  useLanguage()
  const editor = useCronEditor(value)
  // Nothing written yet is every second; somebody who confirms it sees it.
  const expression = editor.expression.trim() === '' ? '* * * * * ? *' : editor.expression
  const { mistake } = parseCron(expression)
  const sentence = cronSentence(expression)
  return (
    <Modal
      open
      title={title}
      width={608}
      okText={t('确定')}
      cancelText={t('取消')}
      okButtonProps={{ disabled: mistake !== null }}
      onCancel={onCancel}
      onOk={() => onConfirm(expression)}
    >
      <Tabs
        size="small"
        items={CRON_PARTS.map((part) => ({
          key: part,
          label: CRON_BOUNDS[part].title,
          children: (
            <CronPartTab
              part={part}
              setting={editor.setting(part)}
              onChange={(change) => editor.set(part, change)}
            />
          ),
        }))}
      />
      <Input
        aria-label={t('Cron 表达式')}
        value={expression}
        status={mistake === null ? '' : 'error'}
        onChange={(event) => editor.write(event.target.value)}
      />
      {mistake === null ? (
        <p className="cron-sentence">
          <Typography.Text>{sentence}</Typography.Text>
        </p>
      ) : (
        <Alert type="error" title={mistake} style={{ marginTop: 8 }} />
      )}
      <CronRuns expression={expression} />
    </Modal>
  )
}
