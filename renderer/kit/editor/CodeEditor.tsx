import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderText } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'

interface Props {
  id: string
  title: string
  value: string
  placeholder?: string
  disabled: boolean
  invalid: boolean
  /** Language and further parts of the editor; the same object at each drawing keeps them from being set up again. */
  extension: Extension
  onChange(value: string): void
  /** The editor once it stands, and null when it goes. */
  onView?(view: EditorView | null): void
}

/** Marks what came from outside: it is no typing, and is not told back. */
const given = Annotation.define<true>()

/** A text in a fixed-width font with colours of its language. What is not touched is not told to be changed. */
export function CodeEditor(props: Props) {
  const { id, title, value, placeholder, disabled, invalid, extension } = props
  const box = useRef<HTMLDivElement>(null)
  const viewRef = useRef<EditorView | null>(null)
  const changing = useRef(new Compartment())
  const handleChange = useEffectEvent((text: string) => props.onChange(text))
  const tellView = useEffectEvent((view: EditorView | null) => props.onView?.(view))
  const varying = useEffectEvent(
    (): Extension => [
      extension,
      EditorState.readOnly.of(disabled),
      EditorView.editable.of(!disabled),
      EditorView.contentAttributes.of({
        id,
        'aria-label': title,
        ...(invalid ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-help` } : {}),
      }),
      placeholder ? placeholderText(placeholder) : [],
    ],
  )
  const firstText = useEffectEvent(() => value)

  useEffect(() => {
    if (!box.current) return
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: firstText(),
        extensions: [
          changing.current.of(varying()),
          history(),
          EditorView.lineWrapping,
          syntaxHighlighting(classHighlighter),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorState.tabSize.of(2),
          EditorView.updateListener.of((update) => {
            const isOwn = update.transactions.some((one) => one.docChanged && !one.annotation(given))
            if (isOwn) handleChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    viewRef.current = view
    tellView(view)
    return () => {
      viewRef.current = null
      tellView(null)
      view.destroy()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what `varying` reads
  useEffect(() => {
    viewRef.current?.dispatch({ effects: changing.current.reconfigure(varying()) })
  }, [extension, disabled, invalid, id, title, placeholder])

  useEffect(() => {
    const view = viewRef.current
    if (!view) return
    const shown = view.state.doc
    // Line ends are one character in the editor, whatever they are in what is stored.
    if (shown.toString() === value.replace(/\r\n?/g, '\n')) return
    view.dispatch({
      changes: { from: 0, to: shown.length, insert: value },
      annotations: given.of(true),
    })
  }, [value])

  return <div ref={box} className="expo-code" />
}
