import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { keymap, lineNumbers } from '@codemirror/view'

/** What an editor of code has beside its language: numbers, indentation by two spaces, names that the host offers. */
export function codeExtensions(language: Extension, words: readonly string[]): Extension {
  const options = words.map((label) => ({ label, type: 'property', boost: 1 }))
  const offer = (context: CompletionContext) => {
    const word = context.matchBefore(/[\p{L}\p{N}_$]+/u)
    return word || context.explicit ? { from: word?.from ?? context.pos, options } : null
  }
  return [
    language,
    lineNumbers(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    autocompletion({ activateOnTyping: true }),
    EditorState.languageData.of(() => (words.length > 0 ? [{ autocomplete: offer }] : [])),
    keymap.of([...completionKeymap, indentWithTab]),
  ]
}
