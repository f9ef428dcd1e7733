import { useMemo } from 'react'
import { CodeEditor, EditorBox, type FieldProps, untilLoaded, useRequest } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { CodeOptions } from '#schemas/widget/code.ts'
import { codeExtensions } from './code-extensions.ts'
import { loadLanguage } from './code-language.ts'

/** Height of the editor in px where the document says none. */
const HEIGHT = 300
const NO_WORDS: readonly string[] = []

/** An editor of code; its text can be written before the colours of its language are there. */
export default function CodeField({
  id,
  field,
  value,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<CodeOptions, string>) {
  const { mode = 'javascript', words = NO_WORDS } = options
  const language = useRequest(() => untilLoaded(() => loadLanguage(mode)), [mode])
  const extension = useMemo(() => codeExtensions(language.data ?? [], words), [language.data, words])
  return (
    <EditorBox
      title={field.title}
      disabled={disabled}
      invalid={invalid}
      ownsEscape
      height={options.height ?? HEIGHT}
      tools={<span className="expo-editor-note">{t('{mode}，按 Esc 后可用 Tab 键离开', { mode })}</span>}
    >
      <CodeEditor
        id={id}
        title={field.title}
        value={value}
        {...(options.placeholder ? { placeholder: options.placeholder } : {})}
        disabled={disabled}
        invalid={invalid}
        extension={extension}
        onChange={onChange}
      />
    </EditorBox>
  )
}
