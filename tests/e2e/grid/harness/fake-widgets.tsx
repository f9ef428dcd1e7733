import { Button, Checkbox, DatePicker, Input, Modal, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { defineWidget, type Widget } from '#renderer/registry/widget.ts'

// Stand-ins with the manners of the real widgets: the grid knows kinds only through the registry.
const text = (stored: unknown): string => (stored === null || stored === undefined ? '' : String(stored))
const plain = { parse: text, store: (value: string) => (value === '' ? null : value) }
const many = {
  parse: (stored: unknown) => text(stored).split(',').filter(Boolean),
  store: (value: string[]) => (value.length > 0 ? value.join(',') : null),
}

const PEOPLE = [
  { value: 'zhang', label: '张三' },
  { value: 'li', label: '李四' },
  { value: 'wang', label: '王五' },
]
const BOOTHS = [
  { id: 'B1', hall: '一号馆' },
  { id: 'B2', hall: '二号馆' },
]

export const fakeWidgets: Widget[] = [
  defineWidget<'text', string>({
    kind: 'text',
    codec: plain,
    field: ({ id, value, onChange }) => (
      <Input id={id} value={value} onChange={(e) => onChange(e.target.value)} />
    ),
    cell: {
      editor: 'text',
      paint: (td, value) => {
        td.textContent = value
      },
    },
    names: { cell: ['input'] },
  }),
  defineWidget<'textarea', string>({
    kind: 'textarea',
    codec: plain,
    field: ({ id, value, onChange }) => (
      <Input.TextArea id={id} rows={3} value={value} onChange={(e) => onChange(e.target.value)} />
    ),
    cell: {
      paint: (td, value) => {
        td.textContent = value
      },
    },
  }),
  defineWidget<'number', number | null>({
    kind: 'number',
    codec: {
      parse: (stored) => (text(stored) === '' || Number.isNaN(Number(stored)) ? null : Number(stored)),
      store: (value) => value,
    },
    cell: {
      editor: 'number',
      paint: (td, value) => {
        td.textContent = text(value)
      },
    },
  }),
  defineWidget<'list', string>({
    kind: 'list',
    codec: plain,
    cell: {
      editor: 'list',
      paint: (td, value, _options, label) => {
        td.textContent = label ?? value
      },
    },
    display: (value, _options, label) => label ?? value,
  }),
  defineWidget<'switch', string>({
    kind: 'switch',
    codec: plain,
    cell: {
      editor: 'checkbox',
      paint: (td, value) => {
        td.textContent = value
      },
    },
    field: ({ id, value, onChange }) => (
      <Checkbox id={id} checked={value === 'Y'} onChange={(e) => onChange(e.target.checked ? 'Y' : 'N')} />
    ),
  }),
  defineWidget<'date', string>({
    kind: 'date',
    codec: plain,
    field: ({ id, value, onChange }) => (
      <DatePicker
        id={id}
        style={{ width: '100%' }}
        value={value ? dayjs(value) : null}
        onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : '')}
      />
    ),
    cell: {
      paint: (td, value) => {
        td.textContent = value
      },
    },
  }),
  defineWidget<'sel_user', string[]>({
    kind: 'sel_user',
    codec: many,
    field: ({ id, value, onChange }) => (
      <Select
        id={id}
        mode="multiple"
        style={{ width: '100%' }}
        options={PEOPLE}
        value={value}
        optionFilterProp="label"
        onChange={(next: string[]) => onChange(next)}
      />
    ),
    cell: {
      paint: (td, value, _options, label) => {
        td.textContent = label ?? value.join('，')
      },
      labels: () => 'sys_user',
    },
    display: (value, _options, label) => label ?? value.join('，'),
  }),
  defineWidget<'popup', string>({
    kind: 'popup',
    codec: plain,
    field: Popup,
    cell: {
      paint: (td, value) => {
        td.textContent = value
      },
    },
  }),
]

function Popup({
  id,
  value,
  onChange,
}: {
  id: string
  value: string
  onChange(value: string, alsoSet?: { hall: string }): void
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Input id={id} readOnly value={value} onClick={() => setOpen(true)} />
      <Modal open={open} title="选择展位" onCancel={() => setOpen(false)} footer={null}>
        {BOOTHS.map((booth) => (
          <Button
            key={booth.id}
            onClick={() => {
              onChange(booth.id, { hall: booth.hall })
              setOpen(false)
            }}
          >
            {booth.id}
          </Button>
        ))}
      </Modal>
    </>
  )
}
