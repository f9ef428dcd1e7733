import { Editor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyleKit } from '@tiptap/extension-text-style'
import StarterKit from '@tiptap/starter-kit'
import { isOwnPicture } from '#schemas/rules/rich-text.ts'
import { cleanPaste } from './clean-paste.ts'

interface Parts {
  element: HTMLElement
  content: string
  editable: boolean
  attributes: Record<string, string>
  /** The HTML after a change by the user; empty when nothing stands there. */
  onChange(html: string): void
  /** Anything that the row of tools shows may have changed. */
  onTurn(): void
  /** Pictures that were pasted or dropped. */
  onPictures(files: readonly File[]): void
  /** Address to show a picture by that the text names by its path. */
  pictureAddress(source: string): string
}

/** The editor over its own nodes; styles that it needs stand in `umeditor.css`. */
export function createRichEditor(parts: Parts): Editor {
  const takePictures = (data: DataTransfer | null): boolean => {
    const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    // Word puts a picture of the text beside the text: the text is wanted.
    if (pictures.length === 0 || data?.types.includes('text/html')) return false
    parts.onPictures(pictures)
    return true
  }
  return new Editor({
    element: parts.element,
    content: parts.content,
    editable: parts.editable,
    injectCSS: false,
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto', 'tel'] } }),
      TableKit.configure({ table: { resizable: false } }),
      Picture(parts.pictureAddress),
      TextStyleKit,
      TextAlign.configure({ types: ['heading', 'paragraph'] }),
    ],
    editorProps: {
      attributes: parts.attributes,
      transformPastedHTML: cleanPaste,
      handlePaste: (_, event) => takePictures(event.clipboardData),
      handleDrop: (_, event) => takePictures((event as DragEvent).dataTransfer),
    },
    onUpdate: ({ editor }) => parts.onChange(editor.isEmpty ? '' : editor.getHTML()),
    onTransaction: parts.onTurn,
  })
}

/** Pictures of our own or in the text; what is stored names the file, what is shown its address of the moment. */
function Picture(addressOf: (source: string) => string) {
  return Image.extend({
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (element: HTMLElement) => (isOwnPicture(element.getAttribute('src') ?? '') ? null : false),
      },
    ],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('img')
        dom.src = addressOf(String(node.attrs.src))
        dom.alt = String(node.attrs.alt ?? '')
        for (const side of ['width', 'height'] as const)
          if (node.attrs[side]) dom.setAttribute(side, String(node.attrs[side]))
        return { dom }
      },
  }).configure({ allowBase64: true })
}
