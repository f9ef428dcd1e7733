import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FocusReturn } from './FocusReturn.tsx'

afterEach(cleanup)

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <button type="button">elsewhere</button>
      {isOpen && (
        <>
          <FocusReturn />
          <input aria-label="inside" ref={(input) => input?.focus()} onKeyDown={() => setOpen(false)} />
        </>
      )}
    </>
  )
}

it('a dialog that closes gives the keyboard back to what opened it', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'open' }))
  expect(document.activeElement).toBe(screen.getByLabelText('inside'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' })))
})

it('also when a question on top of it closes a moment later', async () => {
  const user = userEvent.setup()
  const question = document.createElement('div')
  question.innerHTML = '<div role="dialog"><button type="button">discard</button></div>'
  document.body.append(question)
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'open' }))
  const inside = screen.getByLabelText('inside')
  screen.getByRole('button', { name: 'discard' }).focus()
  fireEvent.keyDown(inside)
  setTimeout(() => question.remove(), 150)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' })))
})

function Locking({ gone = false }) {
  const [state, setState] = useState<'editing' | 'saving' | 'asked' | 'back'>('editing')
  return (
    <div role="dialog">
      <button type="button" disabled={state === 'saving'}>
        fullscreen
      </button>
      <div className="expo-field">
        <input aria-label="first" disabled={state === 'saving'} />
      </div>
      <input
        aria-label="field"
        key={gone ? state : ''}
        disabled={state === 'saving'}
        onKeyDown={() => setState('saving')}
      />
      {state === 'saving' && <input aria-label="answer" onChange={() => setState('asked')} />}
      {state === 'asked' && (
        <>
          <FocusReturn />
          <div role="dialog">
            <input aria-label="question" onKeyDown={() => setState('back')} />
          </div>
        </>
      )}
    </div>
  )
}

for (const gone of [false, true])
  it(`also to a control that was ${gone ? 'drawn anew, by way of its dialog' : 'locked'} when the dialog came`, async () => {
    render(<Locking gone={gone} />)
    const field = screen.getByLabelText('field')
    field.focus()
    // As the browser does with a control that is locked.
    field.blur()
    fireEvent.keyDown(field)
    fireEvent.change(screen.getByLabelText('answer'), { target: { value: '1' } })
    fireEvent.keyDown(screen.getByLabelText('question'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(gone ? 'first' : 'field')))
  })

it('but not when the user has gone elsewhere', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'open' }))
  screen.getByLabelText('inside').dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
  screen.getByRole('button', { name: 'elsewhere' }).focus()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'elsewhere' }))
})
