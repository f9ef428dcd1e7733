import { Button, ConfigProvider, Form, Input, Select } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { ListTable } from '../ListTable.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ConfigProvider locale={zhCN}>
      <Form layout="inline">
        <Form.Item name="name" label="名称">
          <Input />
        </Form.Item>
        <Form.Item name="status" label="状态">
          <Select options={[{ value: '1', label: '进行' }]} />
        </Form.Item>
        <Button type="primary">查询</Button>
        <Button>重置</Button>
      </Form>
      <ListTable />
    </ConfigProvider>,
  )
