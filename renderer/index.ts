export { PanelFooter } from './actions/PanelFooter.tsx'
export type {
  Call,
  ChangeCall,
  DataClient,
  FieldCheck,
  ImportCall,
  ImportOutcome,
  ListQuery,
  Option,
  OptionQuery,
  RowSource,
  TransferCall,
  TreeCall,
  TreeHit,
  TreeNode,
  UndoProgress,
} from './data/data-client.ts'
export { RequestError } from './data/data-client.ts'
export type { DraftKeeper, DraftPlace } from './data/draft-keeper.ts'
export { findLabels, findOptions } from './data/find-choices.ts'
export type { LiveLists, RowNews } from './data/live-lists.ts'
export type { LiveRecords } from './data/live-records.ts'
export { rowSource } from './data/row-source.ts'
export type { NewQuery, SavedQueries } from './data/saved-queries.ts'
export { SEARCH_DELAY_MS } from './data/search-delay.ts'
export type { StagedFiles } from './data/staged-files.ts'
export { useDict } from './data/use-dict.ts'
export { useLabels } from './data/use-labels.ts'
export { type LazyTreeNode, useLazyTree } from './data/use-lazy-tree.ts'
export { useOptionSearch } from './data/use-option-search.ts'
export { asRequestError, type Request, useRequest } from './data/use-request.ts'
export { type Save, useSave } from './data/use-save.ts'
export { type FoundNode, searchNodes, useTreeSearch } from './data/use-tree-search.ts'
export { hasUnsavedForm, useUnsavedForm } from './form/unsaved-forms.ts'
export { useUploadsFirst } from './form/use-uploads-first.ts'
export { askToDiscard } from './kit/ask-to-discard.ts'
export { CLEARABLE } from './kit/clearable.tsx'
export { comingText } from './kit/coming-text.tsx'
export { DialogButton } from './kit/DialogButton.tsx'
export { PictureTool } from './kit/editor/PictureTool.tsx'
export { ToolButton } from './kit/editor/ToolButton.tsx'
export { FocusReturn } from './kit/FocusReturn.tsx'
export { GoneValue, valueText } from './kit/gone-value.tsx'
export { iconKey } from './kit/icon/icon-key.ts'
export { MenuIcon, menuIconNames } from './kit/icon/MenuIcon.tsx'
export { lazyDialog } from './kit/lazy-dialog.ts'
export { lazyPart, untilLoaded } from './kit/lazy-part.ts'
export { openDialogs } from './kit/open-dialogs.ts'
export { PickDialog } from './kit/PickDialog.tsx'
export { contrast, readableOn } from './kit/readable-color.ts'
export { roveThrough } from './kit/rove.ts'
export { SearchKeys } from './kit/SearchKeys.tsx'
export { selectionLabels } from './kit/selection-labels.ts'
export {
  DAY_FORMATS,
  MOMENT_FORMATS,
  MONTH_FORMATS,
  TIME_FORMATS,
  typedText,
} from './kit/typed-text.ts'
export { Unreadable } from './kit/Unreadable.tsx'
export { useLanguage } from './kit/use-language.ts'
export { ChosenRows } from './list/picker/ChosenRows.tsx'
export { choiceMistake, PickQuery, PickTable } from './list/picker/PickTable.tsx'
export { OfferedSelect, RecordSelect } from './list/picker/RecordSelect.tsx'
export { RecordTable } from './list/RecordTable.tsx'
export { type ListModel, useList } from './list/use-list.ts'
export { firstListCall } from './model/list-call.ts'
export { formPage } from './model/page-model.ts'
export { RenderPage } from './page/RenderPage.tsx'
export { ChoiceSelect } from './widget/ChoiceSelect.tsx'
export { ColoredText } from './widget/ColoredText.tsx'
export { displayText } from './widget/display-text.ts'
export { fileNames } from './widget/files/file-name.ts'
export { filesCodec } from './widget/files/files-codec.ts'
export { FormCodeContext } from './widget/files/form-code.ts'
export { paintFiles } from './widget/files/paint-files.ts'
export { PendingUploadsContext } from './widget/files/pending-uploads.ts'
export { textPictures } from './widget/files/text-pictures.ts'
export { useTextPictures } from './widget/files/use-text-pictures.ts'
export { listCodec } from './widget/list-codec.ts'
export { momentProps } from './widget/moment-props.ts'
export { MOST_IN_CARD } from './widget/most-in-card.ts'
export { numberCodec } from './widget/number-codec.ts'
export { paintTags } from './widget/paint-tags.ts'
export type { Panel, PanelProps, PanelRegistry } from './widget/panel.ts'
export { ReadChoice } from './widget/ReadChoice.tsx'
export { ReadValue } from './widget/ReadValue.tsx'
export { createRegistry, type WidgetRegistry } from './widget/registry.ts'
export { RendererProvider, type RendererServices, useRenderer } from './widget/renderer-context.tsx'
export { SlotContent } from './widget/SlotContent.tsx'
export type { SlotProps, SlotRegistry } from './widget/slot.ts'
export { TreeField } from './widget/TreeField.tsx'
export { rawTextCodec, textCodec } from './widget/text-codec.ts'
export {
  type CardProps,
  type CellBinding,
  type CellEntries,
  type CellEntry,
  type Codec,
  defineWidget,
  type FieldProps,
  type ReadProps,
  type Surface,
  type Widget,
} from './widget/widget.ts'

import { lazyDialog } from './kit/lazy-dialog.ts'
import { lazyPart } from './kit/lazy-part.ts'
import type { Example } from './page/WidgetExample.tsx'

export type { Example }
/** Rich text to read, cleaned; its cleaner is loaded when it is shown. */
export const RichText = lazyPart(async () => ({
  default: (await import('./kit/rich-text/RichText.tsx')).RichText,
}))
/** Files of a record in a form, and to be read; loaded when they are shown. */
export const FilesField = lazyPart(async () => ({
  default: (await import('./widget/files/FilesField.tsx')).FilesField,
}))
export const FileCellField = lazyPart(async () => ({
  default: (await import('./widget/files/FileCellField.tsx')).FileCellField,
}))
export const ReadFiles = lazyPart(async () => ({
  default: (await import('./widget/files/ReadFiles.tsx')).ReadFiles,
}))
/** The frame of an editor with its row of tools. */
export const EditorBox = lazyPart(async () => ({
  default: (await import('./kit/editor/EditorBox.tsx')).EditorBox,
}))
/** A text with the colours of its language; brings CodeMirror, so it is loaded when it is shown. */
export const CodeEditor = lazyPart(async () => ({
  default: (await import('./kit/editor/CodeEditor.tsx')).CodeEditor,
}))
/** Label, control and error of one field outside of a form. */
export const FieldControl = lazyPart(async () => ({
  default: (await import('./widget/FieldControl.tsx')).FieldControl,
}))
/** A widget on all its surfaces; brings the form engine, so it is loaded when it is shown. */
export const WidgetExample = lazyPart(async () => ({
  default: (await import('./page/WidgetExample.tsx')).WidgetExample,
}))
/** The records of a value's card; loaded when one opens. */
export const ValueCardRows = lazyPart(async () => ({
  default: (await import('./widget/ValueCardRows.tsx')).ValueCardRows,
}))
/** Rows of a form to choose from, in a dialog. */
export const RowsDialog = lazyDialog(async () => ({
  default: (await import('./list/picker/RowsDialog.tsx')).RowsDialog,
}))
/** A record of a form outside of its list; brings the form engine, so it is loaded when it is shown. */
export const RecordDialog = lazyDialog(async () => ({
  default: (await import('./page/RecordDialog.tsx')).RecordDialog,
}))
