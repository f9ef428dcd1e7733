import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BgColorsOutlined,
  BoldOutlined,
  ClearOutlined,
  FontColorsOutlined,
  FontSizeOutlined,
  FormOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { PictureTool, ToolButton } from '#renderer/index.ts'
import { t, texts } from '#schemas/text/text.ts'
import { LinkTool } from './LinkTool.tsx'
import { MenuTool, type ToolChoice } from './MenuTool.tsx'

interface Props {
  editor: Editor | null
  disabled: boolean
  isSending: boolean
  onPictures(files: readonly File[]): void
}

const SIZES = ['12px', '14px', '16px', '18px', '20px', '24px', '32px']
const COLORS = texts([
  { value: '#cf1322', label: '红色' },
  { value: '#d46b08', label: '橙色' },
  { value: '#d4b106', label: '黄色' },
  { value: '#389e0d', label: '绿色' },
  { value: '#0958d9', label: '蓝色' },
  { value: '#531dab', label: '紫色' },
  { value: '#8c8c8c', label: '灰色' },
])
const LEVELS = [1, 2, 3, 4] as const

type Chain = ReturnType<Editor['chain']>
type Run = (act: (chain: Chain) => Chain) => () => void

/** The row of tools of a rich text. */
export function RichTools({ editor, disabled, isSending, onPictures }: Props) {
  const locked = disabled || editor === null
  const run: Run = (act) => () => {
    if (editor) act(editor.chain().focus()).run()
  }
  const toggles = toggleTools()
  return (
    <>
      <MenuTool
        title={t('段落格式')}
        icon={<FormOutlined />}
        disabled={locked}
        choices={[
          { key: '0', label: t('正文'), onChoose: run((chain) => chain.setParagraph()) },
          ...LEVELS.map((level) => ({
            key: String(level),
            label: t('标题 {level}', { level }),
            onChoose: run((chain) => chain.setHeading({ level })),
          })),
          { key: 'quote', label: t('引用'), onChoose: run((chain) => chain.toggleBlockquote()) },
          { key: 'code', label: t('代码'), onChoose: run((chain) => chain.toggleCodeBlock()) },
        ]}
      />
      <MenuTool
        title={t('字号')}
        icon={<FontSizeOutlined />}
        disabled={locked}
        choices={[
          { key: '', label: t('默认'), onChoose: run((chain) => chain.unsetFontSize()) },
          ...SIZES.map((size) => ({
            key: size,
            label: size,
            onChoose: run((chain) => chain.setFontSize(size)),
          })),
        ]}
      />
      <MenuTool
        title={t('文字颜色')}
        icon={<FontColorsOutlined />}
        disabled={locked}
        choices={colors(
          run((chain) => chain.unsetColor()),
          (color) => run((chain) => chain.setColor(color)),
        )}
      />
      <MenuTool
        title={t('背景颜色')}
        icon={<BgColorsOutlined />}
        disabled={locked}
        choices={colors(
          run((chain) => chain.unsetBackgroundColor()),
          (color) => run((chain) => chain.setBackgroundColor(color)),
        )}
      />
      {toggles.map(({ title, icon, isOn, act }) => (
        <ToolButton
          key={title}
          title={title}
          icon={icon}
          pressed={editor !== null && isOn(editor)}
          disabled={locked}
          onPress={run(act)}
        />
      ))}
      <LinkTool editor={editor} disabled={locked} />
      <PictureTool disabled={locked} isSending={isSending} onPictures={onPictures} />
      <MenuTool
        title={t('表格')}
        icon={<TableOutlined />}
        disabled={locked}
        choices={tableChoices(editor?.isActive('table') ?? false, run)}
      />
      <ToolButton
        title={t('清除格式')}
        icon={<ClearOutlined />}
        disabled={locked}
        onPress={run((chain) => chain.unsetAllMarks().clearNodes())}
      />
      <ToolButton
        title={t('撤销')}
        icon={<UndoOutlined />}
        disabled={locked}
        onPress={run((chain) => chain.undo())}
      />
      <ToolButton
        title={t('重做')}
        icon={<RedoOutlined />}
        disabled={locked}
        onPress={run((chain) => chain.redo())}
      />
    </>
  )
}

const marked = (name: string) => (editor: Editor) => editor.isActive(name)
const aligned = (textAlign: string) => (editor: Editor) => editor.isActive({ textAlign })
const align = (side: string) => (chain: Chain) => chain.setTextAlign(side)

/** Tools that are on or off where the cursor stands. */
function toggleTools(): readonly {
  title: string
  icon: ReactNode
  isOn(editor: Editor): boolean
  act(chain: Chain): Chain
}[] {
  return [
    { title: t('加粗'), icon: <BoldOutlined />, isOn: marked('bold'), act: (chain) => chain.toggleBold() },
    {
      title: t('斜体'),
      icon: <ItalicOutlined />,
      isOn: marked('italic'),
      act: (chain) => chain.toggleItalic(),
    },
    {
      title: t('下划线'),
      icon: <UnderlineOutlined />,
      isOn: marked('underline'),
      act: (chain) => chain.toggleUnderline(),
    },
    {
      title: t('删除线'),
      icon: <StrikethroughOutlined />,
      isOn: marked('strike'),
      act: (chain) => chain.toggleStrike(),
    },
    {
      title: t('无序列表'),
      icon: <UnorderedListOutlined />,
      isOn: marked('bulletList'),
      act: (chain) => chain.toggleBulletList(),
    },
    {
      title: t('有序列表'),
      icon: <OrderedListOutlined />,
      isOn: marked('orderedList'),
      act: (chain) => chain.toggleOrderedList(),
    },
    { title: t('左对齐'), icon: <AlignLeftOutlined />, isOn: aligned('left'), act: align('left') },
    { title: t('居中'), icon: <AlignCenterOutlined />, isOn: aligned('center'), act: align('center') },
    { title: t('右对齐'), icon: <AlignRightOutlined />, isOn: aligned('right'), act: align('right') },
  ]
}

function colors(onDefault: () => void, onColor: (color: string) => () => void): ToolChoice[] {
  return [
    { key: '', label: t('默认'), onChoose: onDefault },
    ...COLORS.map(({ value, label }) => ({
      key: value,
      label,
      icon: <span className="expo-umeditor-swatch" style={{ background: value }} />,
      onChoose: onColor(value),
    })),
  ]
}

function tableChoices(isInTable: boolean, run: Run): ToolChoice[] {
  const size = { rows: 3, cols: 3, withHeaderRow: true }
  if (!isInTable)
    return [{ key: 'new', label: t('插入表格'), onChoose: run((chain) => chain.insertTable(size)) }]
  return [
    { key: 'row', label: t('下方插入行'), onChoose: run((chain) => chain.addRowAfter()) },
    { key: 'column', label: t('右侧插入列'), onChoose: run((chain) => chain.addColumnAfter()) },
    { key: 'merge', label: t('合并或拆分单元格'), onChoose: run((chain) => chain.mergeOrSplit()) },
    { key: 'less', label: t('删除行'), onChoose: run((chain) => chain.deleteRow()) },
    { key: 'narrower', label: t('删除列'), onChoose: run((chain) => chain.deleteColumn()) },
    { key: 'gone', label: t('删除表格'), onChoose: run((chain) => chain.deleteTable()) },
  ]
}
