import { EditorSelection, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { t } from '#schemas/text/text.ts'

export const LINE_MARKS = {
  heading: () => '## ',
  bullet: () => '- ',
  number: (at: number) => `${at + 1}. `,
  quote: () => '> ',
}

const ANY_MARK = /^(#{1,6}|>|[-*+]|\d{1,9}[.)]) /

/** Puts signs around each selection, or takes them away where they stand already. */
export function surround(before: string, after = before) {
  return (view: EditorView): void => {
    const { state } = view
    const change = state.changeByRange(({ from, to }) => {
      const inFront = state.sliceDoc(from - before.length, from)
      const behind = state.sliceDoc(to, to + after.length)
      if (inFront === before && behind === after)
        return {
          changes: [
            { from: from - before.length, to: from },
            { from: to, to: to + after.length },
          ],
          range: EditorSelection.range(from - before.length, to - before.length),
        }
      return {
        changes: [
          { from, insert: before },
          { from: to, insert: after },
        ],
        range: EditorSelection.range(from + before.length, to + before.length),
      }
    })
    view.dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }))
  }
}

/** Begins the chosen lines with a sign in place of the one they have; the same sign once more takes it away. */
export function beginLines(markOf: (at: number) => string) {
  return (view: EditorView): void => {
    const { state } = view
    const { from, to } = state.selection.main
    const first = state.doc.lineAt(from).number
    const last = state.doc.lineAt(to).number
    const lines = Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at))
    const isOn = lines.every(({ text }, at) => text.startsWith(markOf(at)))
    const changes = lines.map((line, at) => {
      const had = ANY_MARK.exec(line.text)?.[0].length ?? 0
      return { from: line.from, to: line.from + had, insert: isOn ? '' : markOf(at) }
    })
    view.dispatch({ changes, userEvent: 'input', scrollIntoView: true })
  }
}

/** Puts a text on lines of its own at the cursor. */
export function insertBlock(text: string) {
  return (view: EditorView): void => {
    const { state } = view
    const { to } = state.selection.main
    const line = state.doc.lineAt(to)
    const insert = `${line.text === '' ? '' : '\n\n'}${text}\n`
    view.dispatch({
      changes: { from: line.to, insert },
      selection: { anchor: line.to + insert.length },
      userEvent: 'input',
      scrollIntoView: true,
    })
  }
}

/** Puts a picture in at the cursor. */
export function insertPicture(source: string, name: string) {
  return (view: EditorView): void => {
    const { state } = view
    const insert = `![${name.replaceAll(/[[\]\\\n]/g, ' ')}](${source})`
    view.dispatch(state.replaceSelection(insert), { userEvent: 'input', scrollIntoView: true })
  }
}

/** Pictures that are pasted or dropped into the text go to `onPictures`. */
export function takesPictures(onPictures: (files: readonly File[]) => void): Extension {
  const take = (event: Event, data: DataTransfer | null, view: EditorView): boolean => {
    const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    // Word puts a picture of the text beside the text: the text is wanted.
    if (pictures.length === 0 || data?.types.includes('text/plain') || view.state.readOnly) return false
    event.preventDefault()
    onPictures(pictures)
    return true
  }
  return EditorView.domEventHandlers({
    paste: (event, view) => take(event, event.clipboardData, view),
    drop: (event, view) => take(event, event.dataTransfer, view),
  })
}

/** A table of two columns to begin with. */
export const TABLE = () => [`| ${t('列')} 1 | ${t('列')} 2 |`, '| --- | --- |', '|  |  |'].join('\n')
