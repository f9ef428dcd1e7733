import Form from '@rjsf/core'
import validator from '@rjsf/validator-ajv8'
import { Button, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { ListTable } from '../ListTable.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ConfigProvider locale={zhCN}>
      <Form
        schema={{
          type: 'object',
          properties: {
            name: { type: 'string', title: '名称' },
            status: { type: 'string', title: '状态', enum: ['1', '2'] },
          },
        }}
        validator={validator}
      >
        <Button type="primary">查询</Button>
        <Button>重置</Button>
      </Form>
      <ListTable />
    </ConfigProvider>,
  )
