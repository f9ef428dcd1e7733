import { basename } from 'node:path'
import { fileNameProblem } from '#schemas/compile/check/file-name.ts'
import { type References, soundDocument } from '#schemas/compile/check-document.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, Problem } from '#schemas/compile/model.ts'
import { contentVersion, FORM_FILE } from './document-files.ts'

/** A document's text, and where it came from. */
export interface DocumentSource {
  text: string
  /** File path, or the code of a database document. */
  place: string
  source: 'file' | 'database'
  /** Code known from outside the text; else the file's name. */
  code?: string
}

/** What came of one text: `form` is null when nothing of it is usable. */
export interface LoadedDocument {
  code: string
  form: CompiledForm | null
  version: string
  source: 'file' | 'database'
  place: string
  problems: readonly Problem[]
  /** Fields whose choices come from something that is missing. */
  unresolved: readonly string[]
}

/** Code of a document before its text is looked at: what the database says, else the file's name. */
export function namedCode({ code, place }: Pick<DocumentSource, 'code' | 'place'>): string {
  return code ?? basename(place).slice(0, -FORM_FILE.length)
}

/**
 * Reads, checks and compiles one document. Never throws: what is wrong is told in `problems`. `known` is what came of
 * the same text before: a compiled form that would come out the same is kept.
 */
export function loadDocument(
  source: DocumentSource,
  references: References = {},
  known: LoadedDocument | null = null,
): LoadedDocument {
  const named = namedCode(source)
  const base = { version: contentVersion(source.text), source: source.source, place: source.place }
  let problems: Problem[] = []
  let unresolved: string[] = []
  try {
    const sound = soundDocument(source.text, references)
    ;({ problems, unresolved } = sound)
    if (source.source === 'file' && sound.document)
      problems = [...problems, ...fileNameProblem(source.place, 'form', sound.document.code, source.text)]
    if (!sound.document) return { ...base, code: named, form: null, problems, unresolved }
    // What the text points to may come and go, and the page changes with it.
    const version = contentVersion(`${source.text}\n${JSON.stringify([sound.document, unresolved])}`)
    const form = known?.form && known.version === version ? known.form : compileForm(sound.document)
    return { ...base, version, code: form.code, form, problems, unresolved }
  } catch (error) {
    // The checker should have found it first; one strange document must still not stop the server.
    const message = `文档无法编译：${error instanceof Error ? error.message : String(error)}`
    return {
      ...base,
      code: named,
      form: null,
      unresolved,
      problems: [...problems, { severity: 'error', fatal: true, code: 'compile', path: '', message }],
    }
  }
}

/** Loads documents, and keeps what came of each: compiling again what did not change would cost every reload. */
export function createDocumentCompiler(
  isShipped: (source: DocumentSource) => boolean,
): (source: DocumentSource, referred: { references: References; state: string }) => LoadedDocument {
  const loaded = new Map<string, { text: string; state: string; document: LoadedDocument }>()
  return (source, { references, state }) => {
    const key = `${source.place} ${source.code ?? ''}`
    const known = loaded.get(key)
    if (known?.text === source.text && known.state === state) return known.document
    const before = known?.text === source.text ? known.document : null
    const document = loadDocument(source, { ...references, shipped: isShipped(source) }, before)
    loaded.set(key, { text: source.text, state, document })
    return document
  }
}
