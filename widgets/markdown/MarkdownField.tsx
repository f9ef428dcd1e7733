import {
  BoldOutlined,
  CodeOutlined,
  EyeOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { redo, undo } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { Suspense, useEffect, useRef, useState } from 'react'
import {
  CodeEditor,
  EditorBox,
  type FieldProps,
  lazyPart,
  PictureTool,
  ToolButton,
  useTextPictures,
} from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'
import type { MarkdownOptions } from '#schemas/widget/markdown.ts'
import {
  beginLines,
  insertBlock,
  insertPicture,
  LINE_MARKS,
  surround,
  TABLE,
  takesPictures,
} from './markdown-commands.ts'
import { markdownLanguage } from './markdown-language.ts'
import './markdown.css'

const MarkdownText = lazyPart(async () => ({ default: (await import('./MarkdownText.tsx')).MarkdownText }))
/** Height of the editor in px where the document says none. */
const HEIGHT = 300

/** A text in Markdown with a row of tools; beside it, or in its place on a narrow screen, what readers will see. */
export default function MarkdownField({
  id,
  field,
  value,
  row,
  options,
  disabled,
  invalid,
  onChange,
}: FieldProps<MarkdownOptions, string>) {
  const view = useRef<EditorView | null>(null)
  const [isShown, setShown] = useState(false)
  const pictures = useTextPictures(field.name)
  const addPictures = (files: readonly File[]) =>
    void pictures.add(files, (source, name) => {
      // The form may have been left meanwhile.
      if (view.current) insertPicture(source, name)(view.current)
    })
  const latestAdd = useRef(addPictures)
  useEffect(() => {
    latestAdd.current = addPictures
  })
  const [extension] = useState(() => [markdownLanguage, takesPictures((files) => latestAdd.current(files))])
  const run = (command: (view: EditorView) => unknown) => () => {
    if (!view.current) return
    command(view.current)
    view.current.focus()
  }
  const tools = [
    { title: t('标题'), icon: <FontSizeOutlined />, run: beginLines(LINE_MARKS.heading) },
    { title: t('加粗'), icon: <BoldOutlined />, run: surround('**') },
    { title: t('斜体'), icon: <ItalicOutlined />, run: surround('*') },
    { title: t('删除线'), icon: <StrikethroughOutlined />, run: surround('~~') },
    { title: t('无序列表'), icon: <UnorderedListOutlined />, run: beginLines(LINE_MARKS.bullet) },
    { title: t('有序列表'), icon: <OrderedListOutlined />, run: beginLines(LINE_MARKS.number) },
    {
      title: t('引用'),
      icon: <span className="expo-markdown-quote">❞</span>,
      run: beginLines(LINE_MARKS.quote),
    },
    { title: t('代码'), icon: <CodeOutlined />, run: surround('`') },
    { title: t('链接'), icon: <LinkOutlined />, run: surround('[', '](https://)') },
    { title: t('表格'), icon: <TableOutlined />, run: insertBlock(TABLE()) },
    { title: t('撤销'), icon: <UndoOutlined />, run: undo },
    { title: t('重做'), icon: <RedoOutlined />, run: redo },
  ]
  return (
    <EditorBox
      title={field.title}
      disabled={disabled}
      invalid={invalid}
      height={options.height ?? HEIGHT}
      tools={
        <>
          {tools.map(({ title, icon, run: command }) => (
            <ToolButton key={title} title={title} icon={icon} disabled={disabled} onPress={run(command)} />
          ))}
          <PictureTool disabled={disabled} isSending={pictures.isBusy} onPictures={addPictures} />
          <ToolButton
            title={t('预览')}
            icon={<EyeOutlined />}
            pressed={isShown}
            disabled={disabled}
            onPress={() => setShown(!isShown)}
          />
        </>
      }
    >
      <div className={`expo-markdown${isShown ? ' is-shown' : ''}`}>
        <CodeEditor
          id={id}
          title={field.title}
          value={value}
          placeholder={options.placeholder ?? t('请输入{title}', { title: field.title })}
          disabled={disabled}
          invalid={invalid}
          extension={extension}
          onChange={onChange}
          onView={(next) => {
            view.current = next
          }}
        />
        {isShown && (
          <section className="expo-markdown-preview" aria-label={t('预览')}>
            <Suspense fallback={null}>
              <MarkdownText text={value} row={row} />
            </Suspense>
          </section>
        )}
      </div>
    </EditorBox>
  )
}
