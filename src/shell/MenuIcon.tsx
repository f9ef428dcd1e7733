import {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BellOutlined,
  BookOutlined,
  CalendarOutlined,
  CheckCircleOutlined,
  ClusterOutlined,
  ContactsOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  FolderOutlined,
  FormOutlined,
  GlobalOutlined,
  HomeOutlined,
  IdcardOutlined,
  LineChartOutlined,
  LinkOutlined,
  MailOutlined,
  MenuOutlined,
  MessageOutlined,
  PieChartOutlined,
  ProfileOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShopOutlined,
  SolutionOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** Icons that menus name; the whole icon set would be larger than the rest of the shell. */
const ICONS: ReadonlyMap<string, ComponentType> = new Map<string, ComponentType>(
  Object.entries({
    appstore: AppstoreOutlined,
    audit: AuditOutlined,
    bank: BankOutlined,
    'bar-chart': BarChartOutlined,
    bell: BellOutlined,
    book: BookOutlined,
    calendar: CalendarOutlined,
    'check-circle': CheckCircleOutlined,
    cluster: ClusterOutlined,
    contacts: ContactsOutlined,
    dashboard: DashboardOutlined,
    database: DatabaseOutlined,
    'file-text': FileTextOutlined,
    folder: FolderOutlined,
    form: FormOutlined,
    global: GlobalOutlined,
    home: HomeOutlined,
    idcard: IdcardOutlined,
    'line-chart': LineChartOutlined,
    link: LinkOutlined,
    mail: MailOutlined,
    menu: MenuOutlined,
    message: MessageOutlined,
    'pie-chart': PieChartOutlined,
    profile: ProfileOutlined,
    qrcode: QrcodeOutlined,
    'safety-certificate': SafetyCertificateOutlined,
    setting: SettingOutlined,
    shop: ShopOutlined,
    solution: SolutionOutlined,
    table: TableOutlined,
    tags: TagsOutlined,
    team: TeamOutlined,
    tool: ToolOutlined,
    user: UserOutlined,
  }),
)

/** The icon of a menu entry: `setting`, `ant-design:setting-outlined` and `SettingOutlined` mean the same. */
export function MenuIcon({ name }: { name: string | null }) {
  const Icon = ICONS.get(iconKey(name ?? '')) ?? AppstoreOutlined
  return <Icon />
}

function iconKey(name: string): string {
  return name
    .replace(/^.*:/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/-(outlined|filled|twotone|two-tone)$/, '')
}
