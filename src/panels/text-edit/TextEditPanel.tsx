import { Alert, App, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { PanelFooter, type PanelProps, useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { WordsBody } from '#schemas/api/text.ts'
import { t } from '#schemas/text/text.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'

/** The English of the selected texts, each beside its Chinese; an empty one goes back to what the document brings along. */
export default function TextEditPanel({ records, done, close, setUnsaved }: PanelProps) {
  const { http } = useServices()
  const { message } = App.useApp()
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState('')
  const { busy, save } = useSave()
  useEffect(() => setUnsaved(Object.keys(changed).length > 0), [changed, setUnsaved])

  const handleSave = () => {
    const words = records.flatMap(({ id, scope, source }) => {
      const text = changed[String(id)]
      return text === undefined ? [] : [{ scope: String(scope), source: String(source), text: text.trim() }]
    })
    if (words.length === 0) return close()
    save(
      async () => {
        const body: WordsBody = { language: 'en', words }
        const answer = await http.put<Envelope<null>>('/sys/text/words', body, { quiet: true })
        resultOf(answer)
        message.success(answer.message)
        done()
      },
      (error) => setFailure(error.message),
    )
  }

  return (
    <Form layout="vertical" onFinish={handleSave}>
      {failure && <Alert type="error" showIcon title={failure} style={{ marginBottom: 16 }} />}
      {records.map(({ id, title, source, text }) => (
        <Form.Item
          key={String(id)}
          label={<span lang="zh-CN">{`${String(title)} — ${String(source)}`}</span>}
          htmlFor={`text-${id}`}
        >
          <Input.TextArea
            id={`text-${id}`}
            lang="en"
            autoSize
            maxLength={2000}
            value={changed[String(id)] ?? String(text ?? '')}
            onChange={({ target }) => setChanged((before) => ({ ...before, [String(id)]: target.value }))}
          />
        </Form.Item>
      ))}
      <PanelFooter>
        <Button onClick={close}>{t('取消')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('保存')}
        </Button>
      </PanelFooter>
    </Form>
  )
}
