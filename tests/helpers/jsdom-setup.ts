import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

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
  // jsdom prints "not implemented" for pseudo elements, which antd measures scroll bars with.
  const original = window.getComputedStyle
  window.getComputedStyle = (element) => original(element)
}

afterEach(() => cleanup())
