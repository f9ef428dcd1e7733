import { App, DatePicker, Form, Input, Modal, Radio } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useDeferredValue, useState } from 'react'
import { RequestError } from '#renderer/index.ts'
import type { Announcement } from '#schemas/api/announcement.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { resultOf } from '../api/http.ts'
import { useServices } from '../shell/services.ts'
import { text } from '../text/zh-CN.ts'
import { RichText } from './RichText.tsx'
import { UserSelect } from './UserSelect.tsx'

interface AnnouncementFormProps {
  /** Null for a new one. */
  announcement: Announcement | null
  onClose(): void
  onSaved(): void
}

interface Values {
  titile: string
  msgCategory: string
  priority: string
  msgType: 'ALL' | 'USER'
  users?: string[]
  period?: [Dayjs | null, Dayjs | null] | null
  msgAbstract?: string
  msgContent?: string
  openType: string
  openPage?: string
  busId?: string
}

const TIME = 'YYYY-MM-DD HH:mm:ss'
/** Longest pieces that the server takes. */
const MAX = { titile: 100, msgAbstract: 500, openPage: 255, busId: 64, msgContent: 200_000 } as const

/** An announcement to write; it is seen by nobody before it is published. */
export function AnnouncementForm({ announcement, onClose, onSaved }: AnnouncementFormProps) {
  const { http } = useServices()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const msgType = Form.useWatch('msgType', form)
  const openType = Form.useWatch('openType', form)
  const content = useDeferredValue(Form.useWatch('msgContent', form))
  const words = text.notice.manage

  async function handleSave(values: Values) {
    setBusy(true)
    const { users, period, openPage, busId, ...rest } = values
    const body = {
      ...rest,
      userIds: rest.msgType === 'USER' ? (users ?? []).join(',') : '',
      startTime: period?.[0]?.format(TIME) ?? null,
      endTime: period?.[1]?.format(TIME) ?? null,
      openPage: rest.openType ? openPage : null,
      busId: rest.openType === 'component' ? busId : null,
    }
    try {
      resultOf(
        announcement
          ? await http.put<Envelope<Announcement>>('/sys/annountCement/edit', {
              ...body,
              id: announcement.id,
              _version: announcement._version,
            })
          : await http.post<Envelope<Announcement>>('/sys/annountCement/add', body),
      )
      onSaved()
      setOpen(false)
    } catch (error) {
      // Announced by the client unless it was an expected refusal; what was typed stays.
      if (!(error instanceof RequestError)) throw error
      if (!error.announced) void message.warning(error.message)
    } finally {
      setBusy(false)
    }
  }

  function handleCancel() {
    if (!form.isFieldsTouched()) return setOpen(false)
    modal.confirm({
      title: words.unsaved,
      okText: text.confirm,
      cancelText: text.cancel,
      onOk: () => setOpen(false),
    })
  }

  return (
    <Modal
      open={isOpen}
      title={announcement ? words.editTitle : words.addTitle}
      width={800}
      okText={words.save}
      cancelText={text.cancel}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={handleCancel}
      afterClose={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={initialValues(announcement)}
        onFinish={handleSave}
      >
        <Form.Item
          name="titile"
          label={words.titile}
          rules={[{ required: true, whitespace: true, message: words.titileRequired }]}
        >
          <Input maxLength={MAX.titile} />
        </Form.Item>
        <Form.Item name="msgCategory" label={words.kind}>
          <Radio.Group
            options={[
              { value: '1', label: text.notice.announcements },
              { value: '2', label: text.notice.messages },
            ]}
          />
        </Form.Item>
        <Form.Item name="priority" label={words.priority}>
          <Radio.Group
            options={Object.entries(text.notice.priority).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item name="msgType" label={words.target}>
          <Radio.Group
            options={[
              { value: 'ALL', label: words.everybody },
              { value: 'USER', label: words.named },
            ]}
          />
        </Form.Item>
        {msgType === 'USER' && (
          <Form.Item
            name="users"
            label={words.users}
            rules={[{ required: true, message: words.usersRequired }]}
          >
            <UserSelect />
          </Form.Item>
        )}
        <Form.Item name="period" label={words.period}>
          <DatePicker.RangePicker
            showTime
            previewValue={false}
            allowEmpty={[true, true]}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item name="msgAbstract" label={words.abstract}>
          <Input placeholder={words.abstractHint} maxLength={MAX.msgAbstract} />
        </Form.Item>
        <Form.Item name="msgContent" label={words.content} extra={words.contentHint}>
          <Input.TextArea autoSize={{ minRows: 6, maxRows: 14 }} maxLength={MAX.msgContent} />
        </Form.Item>
        {content?.trim() ? (
          <Form.Item label={words.contentPreview}>
            <div className="notice-preview">
              <RichText html={content} />
            </div>
          </Form.Item>
        ) : null}
        <Form.Item name="openType" label={words.opens}>
          <Radio.Group
            options={[
              { value: '', label: words.opensNothing },
              { value: 'url', label: words.opensUrl },
              { value: 'component', label: words.opensComponent },
            ]}
          />
        </Form.Item>
        {openType ? (
          <Form.Item
            name="openPage"
            label={words.openPage}
            rules={[{ required: true, whitespace: true, message: words.openPageRequired }]}
          >
            <Input
              placeholder={openType === 'url' ? words.urlHint : words.componentHint}
              maxLength={MAX.openPage}
            />
          </Form.Item>
        ) : null}
        {openType === 'component' && (
          <Form.Item name="busId" label={words.busId}>
            <Input maxLength={MAX.busId} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

function initialValues(announcement: Announcement | null): Partial<Values> {
  if (!announcement) return { msgCategory: '1', priority: 'L', msgType: 'ALL', openType: '' }
  const { startTime, endTime, openPage, busId, msgAbstract } = announcement
  const time = (value: string | null) => (value ? dayjs(value) : null)
  return {
    titile: announcement.titile,
    msgCategory: announcement.msgCategory,
    priority: announcement.priority,
    msgType: announcement.msgType === 'USER' ? 'USER' : 'ALL',
    users: announcement.userIds.split(',').filter((id) => id !== ''),
    period: startTime || endTime ? [time(startTime), time(endTime)] : null,
    msgContent: announcement.msgContent,
    openType: announcement.openType ?? '',
    ...(msgAbstract ? { msgAbstract } : {}),
    ...(openPage ? { openPage } : {}),
    ...(busId ? { busId } : {}),
  }
}
