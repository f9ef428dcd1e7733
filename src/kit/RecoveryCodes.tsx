import { Alert, Button, Space, Typography } from 'antd'
import { text } from '../text/zh-CN.ts'

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const words = text.secondFactor
  return (
    <>
      <Alert type="warning" showIcon title={words.codes} description={words.codesHint} />
      <Typography.Paragraph style={{ marginTop: 16 }}>
        <ul
          style={{ columns: 2, fontFamily: 'monospace', listStyle: 'none', padding: 0 }}
          aria-label={words.codes}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </Typography.Paragraph>
      <Space>
        <Button type="primary" onClick={onDone}>
          {words.saved}
        </Button>
        <Typography.Text copyable={{ text: codes.join('\n') }}>{words.copy}</Typography.Text>
      </Space>
    </>
  )
}
