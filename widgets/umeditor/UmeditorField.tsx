import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { EditorBox, type FieldProps, textPictures, useTextPictures } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { UmeditorOptions } from '#schemas/widget/umeditor.ts'
import { RichTools } from './RichTools.tsx'
import { createRichEditor } from './rich-editor.ts'
import './umeditor.css'

/** Height of the editor in px where the document says none. */
const HEIGHT = 300

/** A rich text with a row of tools. What is not touched is not told to be changed. */
export default function UmeditorField(props: FieldProps<UmeditorOptions, string>) {
  const { id, field, value, options, disabled, invalid } = props
  const pictures = useTextPictures(field.name)
  const box = useRef<HTMLDivElement>(null)
  const told = useRef(value)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, turn] = useReducer((count: number) => count + 1, 0)
  const first = useEffectEvent(() => ({ content: value, editable: !disabled }))
  const handleChange = useEffectEvent((html: string) => {
    told.current = html
    props.onChange(html)
  })
  const handlePictures = useEffectEvent((files: readonly File[]) =>
    pictures.add(files, (src, alt) => {
      // The form may have been left meanwhile.
      if (editor && !editor.isDestroyed) editor.chain().focus().setImage({ src, alt }).run()
    }),
  )
  const addressOf = useEffectEvent((source: string) => textPictures(props.row)(source))

  useEffect(() => {
    if (!box.current) return
    const made = createRichEditor({
      element: box.current,
      ...first(),
      attributes: { class: 'expo-rich-text', role: 'textbox', 'aria-multiline': 'true' },
      onChange: (html) => handleChange(html),
      onTurn: turn,
      onPictures: (files) => void handlePictures(files),
      pictureAddress: (source) => addressOf(source),
    })
    setEditor(made)
    return () => made.destroy()
  }, [])

  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled])

  useEffect(() => {
    if (!editor || value === told.current) return
    told.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    const text = editor?.view.dom
    if (!text) return
    text.id = id
    text.setAttribute('aria-label', field.title)
    text.setAttribute('aria-disabled', String(disabled))
    if (invalid) text.setAttribute('aria-invalid', 'true')
    else text.removeAttribute('aria-invalid')
  }, [editor, id, field.title, disabled, invalid])

  return (
    <EditorBox
      title={field.title}
      disabled={disabled}
      invalid={invalid}
      height={options.height ?? HEIGHT}
      tools={
        <RichTools
          editor={editor}
          disabled={disabled}
          isSending={pictures.isBusy}
          onPictures={(files) => void handlePictures(files)}
        />
      }
    >
      <div className="expo-umeditor">
        {editor?.isEmpty && (
          <div aria-hidden="true" className="expo-umeditor-placeholder">
            {options.placeholder ?? t('请输入{title}', { title: field.title })}
          </div>
        )}
        <div ref={box} className="expo-umeditor-text" />
      </div>
    </EditorBox>
  )
}
