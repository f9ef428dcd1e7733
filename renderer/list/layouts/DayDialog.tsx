import { DatePicker, Form, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../../kit/FocusReturn.tsx'
import { DAY_FORMATS } from '../../kit/typed-text.ts'

interface Props {
  /** The record. */
  title: string
  /** The day on which it stands, or begins. */
  day: string
  onClose(): void
  onDay(day: string): Promise<void>
}

/** Asks for another day for a record. */
export function DayDialog({ title, day, onClose, onDay }: Props) {
  const [date, setDate] = useState<Dayjs | null>(() => dayjs(day))
  const [isBusy, setIsBusy] = useState(false)
  async function handleOk() {
    if (!date) return
    setIsBusy(true)
    await onDay(date.format('YYYY-MM-DD'))
    onClose()
  }
  return (
    <Modal
      open
      title={t('“{title}”改到其他日期', { title })}
      okText={t('确定')}
      cancelText={t('取消')}
      okButtonProps={{ disabled: !date }}
      confirmLoading={isBusy}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <FocusReturn />
      <Form layout="vertical">
        <Form.Item label={t('日期')} htmlFor="expo-other-day">
          <DatePicker
            id="expo-other-day"
            value={date}
            format={[...DAY_FORMATS]}
            allowClear={false}
            autoFocus
            onChange={setDate}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
