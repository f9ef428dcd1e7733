import {
  CheckOutlined,
  CloseOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  KeyOutlined,
  LinkOutlined,
  LockOutlined,
  PlusOutlined,
  PrinterOutlined,
  RollbackOutlined,
  SafetyOutlined,
  SendOutlined,
  SettingOutlined,
  StopOutlined,
  SyncOutlined,
  TeamOutlined,
  UnlockOutlined,
  UploadOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { ActionIcon } from './action.ts'

const GLYPHS = {
  add: PlusOutlined,
  edit: EditOutlined,
  detail: EyeOutlined,
  delete: DeleteOutlined,
  check: CheckOutlined,
  close: CloseOutlined,
  copy: CopyOutlined,
  download: DownloadOutlined,
  upload: UploadOutlined,
  key: KeyOutlined,
  link: LinkOutlined,
  lock: LockOutlined,
  print: PrinterOutlined,
  unlock: UnlockOutlined,
  safety: SafetyOutlined,
  send: SendOutlined,
  setting: SettingOutlined,
  stop: StopOutlined,
  sync: SyncOutlined,
  team: TeamOutlined,
  undo: RollbackOutlined,
  user: UserOutlined,
} satisfies Record<ActionIcon, ComponentType>

/** The icon of an action. */
export function ActionGlyph({ icon }: { icon: ActionIcon }) {
  const Glyph = GLYPHS[icon]
  return <Glyph />
}
