import { App, Form, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useServices } from '../kit/services.ts'
import type { Depart } from '../session/wire.ts'
import { text } from '../text/zh-CN.ts'

const SWITCH_WIDTH_PX = 450
const SELECT_WIDTH_PX = 500

/** Switches the user's current department. Opens only if there is one to choose. */
export function DepartDialog({ onClose }: { onClose(): void }) {
  const { session } = useServices()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ orgCode: string }>()
  const [found, setFound] = useState<{ list: Depart[]; orgCode: string | null } | null>(null)
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    let isGone = false
    session
      .departs()
      .then((answer) => {
        if (isGone) return
        if (answer.list.length > 0) return setFound(answer)
        void message.warning(text.depart.none)
        onClose()
      })
      // The client has said why.
      .catch(onClose)
    return () => {
      isGone = true
    }
  }, [session, message, onClose])

  if (!found) return null
  const current = found.list.find(({ orgCode }) => orgCode === found.orgCode)

  async function handleFinish({ orgCode }: { orgCode: string }) {
    setBusy(true)
    try {
      await session.selectDepart(orgCode)
      setOpen(false)
    } catch (error) {
      if (error instanceof Error && !('announced' in error && error.announced))
        void message.error(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={isOpen}
      title={current ? text.depart.switch(current.departName) : text.depart.choose}
      width={current ? SWITCH_WIDTH_PX : SELECT_WIDTH_PX}
      okText={text.confirm}
      cancelText={text.cancel}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ orgCode: current?.orgCode }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="orgCode"
          label={text.depart.label}
          rules={[{ required: true, message: text.depart.required }]}
        >
          <Select
            placeholder={text.depart.placeholder}
            options={found.list.map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
