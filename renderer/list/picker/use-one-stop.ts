import type { ListyRef } from 'antd'
import {
  type KeyboardEvent,
  type RefCallback,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

interface OneStop {
  /** Key of the row whose control the Tab key reaches. */
  stop: string | undefined
  listy: RefObject<ListyRef | null>
  /** The ref of a row's control. */
  control(key: string): RefCallback<HTMLElement>
  handleKey(event: KeyboardEvent): void
  handleScroll(): void
  /** The keyboard goes to a row's control as soon as it is drawn. */
  wait(key: string | undefined): void
}

/** One stop of the Tab key for rows of which only those in sight are drawn; Up, Down, Home and End lead through all of them. */
export function useOneStop(keys: readonly string[]): OneStop {
  const [last, setLast] = useState<string>()
  const [, setScrolls] = useState(0)
  const listy = useRef<ListyRef>(null)
  const drawn = useRef(new Map<string, HTMLElement>())
  const awaited = useRef<string>(undefined)
  const stop = last !== undefined && keys.includes(last) ? last : keys[0]
  useLayoutEffect(() => {
    if (awaited.current !== undefined) take(awaited.current)
    // A row that was scrolled away cannot be reached: one that is in sight can.
    else if (stop !== undefined && !drawn.current.has(stop))
      setLast(keys.find((key) => drawn.current.has(key)))
  })
  /** Gives the keyboard to a control that is drawn. */
  const take = (key: string) => {
    const element = drawn.current.get(key)
    if (!element) return
    awaited.current = undefined
    element.focus()
  }
  const wait = (key: string | undefined) => {
    awaited.current = key
    setLast(key)
  }
  return {
    stop,
    listy,
    control: (key) => (element) => {
      if (!element) {
        drawn.current.delete(key)
        return
      }
      drawn.current.set(key, element)
      if (awaited.current === key) take(key)
    },
    handleKey(event) {
      const at = keys.findIndex((key) => drawn.current.get(key) === event.target)
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: keys.length - 1 }[event.key]
      const key = at < 0 || to === undefined ? undefined : keys[to]
      if (key === undefined) return
      event.preventDefault()
      wait(key)
      listy.current?.scrollTo({ key })
    },
    handleScroll: () => setScrolls((count) => count + 1),
    wait,
  }
}
