import { LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { CodeMode } from '#schemas/widget/code.ts'

const stream = (parser: StreamParser<unknown>) => new LanguageSupport(StreamLanguage.define(parser))

/** The twelve languages; each is loaded when a text of it is shown. */
const LANGUAGES: { readonly [M in CodeMode]: () => Promise<Extension> } = {
  css: async () => (await import('@codemirror/lang-css')).css(),
  javascript: async () =>
    (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  html: async () => (await import('@codemirror/lang-html')).html(),
  java: async () => (await import('@codemirror/lang-java')).java(),
  'objective-c': async () => stream((await import('@codemirror/legacy-modes/mode/clike')).objectiveC),
  python: async () => (await import('@codemirror/lang-python')).python(),
  R: async () => stream((await import('@codemirror/legacy-modes/mode/r')).r),
  shell: async () => stream((await import('@codemirror/legacy-modes/mode/shell')).shell),
  SQL: async () => (await import('@codemirror/lang-sql')).sql(),
  swift: async () => stream((await import('@codemirror/legacy-modes/mode/swift')).swift),
  vue: async () => (await import('@codemirror/lang-vue')).vue(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
}

/** Colours and indentation of a language. */
export function loadLanguage(mode: CodeMode): Promise<Extension> {
  return LANGUAGES[mode]()
}
