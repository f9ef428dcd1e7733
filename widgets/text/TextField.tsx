import type { FieldProps } from '#renderer/index.ts'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import type { TextOptions } from '#schemas/widget/text.ts'
import { TextChoice } from './TextChoice.tsx'
import { TextInput } from './TextInput.tsx'

/** A line of text; with a dictionary its entries are offered by their texts. */
export default function TextField(props: FieldProps<TextOptions, string>) {
  const source = choiceSource(props.field)
  return source ? <TextChoice {...props} source={source} /> : <TextInput {...props} />
}
