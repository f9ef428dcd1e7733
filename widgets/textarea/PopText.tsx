import { ExpandOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Space } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef, useState } from 'react'
import { type FieldProps, FocusReturn } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { TextareaOptions } from '#schemas/widget/textarea.ts'

/** The box where its document says nothing else (px). */
const HEIGHT = 200
const WIDTH = 150

/** One line, and a button that opens a box for several. */
export function PopText({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<TextareaOptions, string>) {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<TextAreaRef>(null)
  const { title, property } = field
  const count = property.maxLength ? { count: { show: true, max: property.maxLength } } : {}
  return (
    <Space.Compact style={{ width: '100%' }}>
      <Input
        id={id}
        // A line would lose the breaks of a text that is typed in.
        value={value.replaceAll('\n', ' ')}
        readOnly={value.includes('\n')}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        placeholder={options.placeholder ?? t('请输入{title}', { title })}
        onChange={(event) => onChange(event.target.value)}
      />
      <Popover
        open={isOpen}
        trigger="click"
        placement="right"
        title={title}
        destroyOnHidden
        onOpenChange={setIsOpen}
        // Before, the box takes no focus: it is hidden until its place is known.
        afterOpenChange={(open) => open && box.current?.focus({ cursor: 'end' })}
        content={
          // biome-ignore lint/a11y/noStaticElementInteractions: the box inside is the control; this only watches its keys
          <div
            onKeyDown={(event) => {
              // Keys in here are those of the text: the form, or the grid, around it has others.
              event.stopPropagation()
              const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
              if (event.key === 'Escape' || isDone) setIsOpen(false)
            }}
          >
            <FocusReturn />
            <Input.TextArea
              ref={box}
              aria-label={title}
              value={value}
              styles={{
                textarea: {
                  height: options.popHeight ?? HEIGHT,
                  width: options.popWidth ?? WIDTH,
                  maxWidth: '80vw',
                },
              }}
              {...count}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        }
      >
        <Button icon={<ExpandOutlined />} aria-label={t('展开编辑{title}', { title })} disabled={disabled} />
      </Popover>
    </Space.Compact>
  )
}
