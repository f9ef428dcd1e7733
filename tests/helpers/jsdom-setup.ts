import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// A wait ends with the state that it waits for; the limit only has to be wider than a busy machine is slow.
configure({ asyncUtilTimeout: 60_000 })

// What antd asks of a browser and jsdom lacks.
if (typeof window !== 'undefined') {
  window.matchMedia ??= (query: string) =>
    ({
      // A wide window: every lower bound is met, no upper one is.
      matches: query.includes('min-width'),
      media: query,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
      dispatchEvent: () => false,
    }) as MediaQueryList
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  // Handsontable waits with it for its box to be shown.
  globalThis.IntersectionObserver ??= class {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = []
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return []
    }
  }
  Element.prototype.scrollIntoView ??= () => {}
  // Text editors measure letters; nothing is laid out here.
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect ??= () => new DOMRect()
  // jsdom prints "not implemented" for pseudo elements, which antd measures scroll bars with.
  const original = window.getComputedStyle
  window.getComputedStyle = (element) => original(element)
  // Style sheets are not loaded here: the grid's theme has no values. jsdom looks through all ancestors before it says so,
  // and the grid asks again for each row, as nothing is there to be kept. Lengths of a box are numbers in a browser, also
  // where no rule gives any; antd adds them up for the height of a text box.
  const { getPropertyValue } = CSSStyleDeclaration.prototype
  const isOfBox = /^(padding-(top|bottom)|border-(top|bottom)-width)$/
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    if (name.startsWith('--ht-')) return ''
    const text = getPropertyValue.call(this, name)
    return isOfBox.test(name) && Number.isNaN(Number.parseFloat(text)) ? '0px' : text
  }
}

afterEach(() => cleanup())

/** Questions before a page is left that the tests of this file have installed: an app would keep them for its whole life. */
const questions: EventListenerOrEventListenerObject[] = []
const listen = globalThis.window?.addEventListener
if (listen)
  window.addEventListener = function (
    this: Window,
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) {
    if (type === 'beforeunload') questions.push(listener)
    listen.call(this, type, listener, options)
  } as typeof listen

// The files of a project share one window: each leaves it as it found it.
afterAll(() => {
  window.addEventListener = listen
  for (const question of questions.splice(0)) window.removeEventListener('beforeunload', question)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})
