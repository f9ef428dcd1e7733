import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type UnsavedInput, watchUnsavedInput } from './unsaved-input.ts'

let shown = 'a'
let open = ['a', 'b']
let unsaved: UnsavedInput

beforeEach(() => {
  shown = 'a'
  open = ['a', 'b']
  document.body.innerHTML = ''
  unsaved = watchUnsavedInput({ active: () => shown, isOpen: (tab) => open.includes(tab) })
})
afterEach(() => unsaved.stop())

function type(value: string, into: Element = document.body): HTMLInputElement {
  const input = into.appendChild(document.createElement('input'))
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  return input
}

describe('unsaved input', () => {
  it('is what was typed and is still there', () => {
    expect(unsaved.exists()).toBe(false)
    const input = type('half')
    expect(unsaved.exists()).toBe(true)
    input.value = ''
    expect(unsaved.exists()).toBe(false)
  })

  it('goes with the dialog that was closed, but not with a tab that is hidden', () => {
    const input = type('half')
    input.remove()
    expect(unsaved.exists()).toBe(false)
    shown = 'b'
    expect(unsaved.exists()).toBe(true)
    open = ['b']
    expect(unsaved.exists()).toBe(false)
  })

  it('is not what was typed into a search or a password box', () => {
    document.body.innerHTML = '<div data-typing-is-not-work=""></div>'
    type('zs', document.body.firstElementChild as Element)
    expect(unsaved.exists()).toBe(false)
  })

  it('is any form in an open dialog', () => {
    document.body.innerHTML = '<div class="ant-modal-wrap"><form></form></div>'
    expect(unsaved.exists()).toBe(true)
    document.body.innerHTML = '<div class="ant-modal-wrap" style="display: none"><form></form></div>'
    expect(unsaved.exists()).toBe(false)
  })

  it('is any record that is edited in its place on a page', () => {
    document.body.innerHTML = '<div class="expo-form-body"><form></form></div>'
    expect(unsaved.exists()).toBe(true)
  })
})
