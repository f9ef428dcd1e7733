import { Descriptions, Result } from 'antd'
import { text } from '../../text/zh-CN.ts'

/** The menu names a component that the application does not have. */
export function MissingComponentPage({ component, path }: { component: string; path: string }) {
  return (
    <Result
      status="warning"
      title={<h1 className="error-title">{text.pages.missing}</h1>}
      subTitle={text.pages.missingHint(component)}
      extra={
        <Descriptions
          column={1}
          size="small"
          className="missing-facts"
          items={[
            {
              key: 'component',
              label: text.pages.missingComponent,
              children: <code>{component || '—'}</code>,
            },
            { key: 'path', label: text.pages.path, children: <code>{path}</code> },
          ]}
        />
      }
    />
  )
}
