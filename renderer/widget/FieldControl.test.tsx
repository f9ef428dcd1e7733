import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memo, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row, Stored } from '#schemas/compile/model.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { FieldControl } from './FieldControl.tsx'
import { createRegistry } from './registry.ts'
import { defineWidget, type FieldProps } from './widget.ts'

const draws = vi.fn<(name: string) => void>()
const TextField = memo(function TextField({ id, field, value, row, onChange }: FieldProps<unknown, string>) {
  draws(field.name)
  return (
    <input
      id={id}
      value={value}
      data-row={JSON.stringify(row)}
      onChange={(event) => onChange(event.target.value, { filled: 1 })}
    />
  )
})
const registry = createRegistry([
  defineWidget({
    kind: 'text',
    codec: { parse: (stored) => `<${stored ?? ''}>`, store: (value: string) => `stored ${value}` },
    field: TextField,
  }),
])
const services = testServices(createMemoryClient({ documents: [] }), { registry })

const [A, B] = compileForm({
  kind: 'form',
  code: 'f',
  title: '表',
  schema: {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'string', title: '甲', view: 'text', description: '写点什么' },
      b: { type: 'string', title: '乙', view: 'hologram' },
    },
  },
}).fields.filter(({ inForm }) => inForm)

function draw(field = A, more: { error?: string } = {}) {
  const onChange = vi.fn<(value: Stored, alsoSet?: Row) => void>()
  const onBlur = vi.fn()
  if (!field) throw new Error('the field is missing')
  renderWith(
    services,
    <FieldControl
      id="x"
      field={field}
      value="v"
      row={{ other: 1 }}
      onChange={onChange}
      onBlur={onBlur}
      {...more}
    />,
  )
  return { onChange, onBlur, user: userEvent.setup() }
}

const ROW = {}
const nothing = () => {}
/** Is drawn again for a reason that is none of the field's. */
function Around() {
  const [count, setCount] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`count ${count}`}
      </button>
      {A ? <FieldControl id="x" field={A} value="v" row={ROW} onChange={nothing} /> : null}
    </>
  )
}

describe('the control of one field outside of a form', () => {
  it('has label, hint and control, and speaks in stored values', async () => {
    const { onChange, onBlur, user } = draw()
    const control = screen.getByLabelText<HTMLInputElement>('甲')
    expect(screen.getByText('甲').dataset.required).toBe('true')
    expect(control.value).toBe('<v>')
    expect(control.dataset.row).toBe('{"other":1}')
    screen.getByText('写点什么')
    await user.type(control, '!')
    expect(onChange.mock.calls).toEqual([['stored <v>!', { filled: 1 }]])
    await user.tab()
    expect(onBlur).toHaveBeenCalled()
  })

  it('says what it expects with the control, before anything is wrong', () => {
    const [field] = compileForm({
      kind: 'form',
      code: 'f',
      title: '表',
      schema: {
        type: 'object',
        properties: {
          m: { type: 'string', title: '手机', view: 'text', validType: 'm', description: '本人的' },
        },
      },
    }).fields.filter(({ inForm }) => inForm)
    draw(field)
    const control = screen.getByLabelText('手机')
    expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '本人的 · 11位手机号码',
    )
    expect(control.getAttribute('aria-invalid')).toBeNull()
  })

  it('says its error with the control', () => {
    draw(A, { error: '不行' })
    const control = screen.getByLabelText('甲')
    expect(control.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe('不行')
    expect(screen.getByRole('alert').textContent).toBe('不行')
  })

  it('shows the value of an unknown kind as text', async () => {
    const { onChange, user } = draw(B)
    const control = screen.getByLabelText<HTMLTextAreaElement>('乙')
    expect(control.value).toBe('v')
    await user.type(control, '!')
    expect(onChange).toHaveBeenCalledWith('v!')
  })

  it('does not draw the widget again while nothing of it changes', async () => {
    renderWith(services, <Around />)
    draws.mockClear()
    await userEvent.click(screen.getByText('count 0'))
    screen.getByText('count 1')
    expect(draws).not.toHaveBeenCalled()
  })
})
