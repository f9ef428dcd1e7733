import {
  ApartmentOutlined,
  AppstoreOutlined,
  BankOutlined,
  BarChartOutlined,
  BarsOutlined,
  BellOutlined,
  BulbOutlined,
  CalendarOutlined,
  CheckCircleOutlined,
  ClusterOutlined,
  DashboardOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  FormOutlined,
  FundOutlined,
  HomeOutlined,
  IdcardOutlined,
  LinkOutlined,
  MessageOutlined,
  NotificationOutlined,
  QrcodeOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingOutlined,
  SolutionOutlined,
  TableOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { type ComponentType, lazy, Suspense } from 'react'
import { iconKey } from './icon-key.ts'

/** Icons that menus name most; the others come when one is named. The whole icon set would be larger than the shell. */
const ICONS: ReadonlyMap<string, ComponentType> = new Map<string, ComponentType>([
  ['apartment', ApartmentOutlined],
  ['appstore', AppstoreOutlined],
  ['bank', BankOutlined],
  ['bar-chart', BarChartOutlined],
  ['bars', BarsOutlined],
  ['bell', BellOutlined],
  ['bulb', BulbOutlined],
  ['calendar', CalendarOutlined],
  ['check-circle', CheckCircleOutlined],
  ['cluster', ClusterOutlined],
  ['dashboard', DashboardOutlined],
  ['experiment', ExperimentOutlined],
  ['file-text', FileTextOutlined],
  ['form', FormOutlined],
  ['fund', FundOutlined],
  ['home', HomeOutlined],
  ['idcard', IdcardOutlined],
  ['link', LinkOutlined],
  ['message', MessageOutlined],
  ['notification', NotificationOutlined],
  ['qrcode', QrcodeOutlined],
  ['setting', SettingOutlined],
  ['shop', ShopOutlined],
  ['shopping', ShoppingOutlined],
  ['solution', SolutionOutlined],
  ['table', TableOutlined],
  ['team', TeamOutlined],
  ['user', UserOutlined],
])

const OtherMenuIcon = lazy(() =>
  // An icon that does not arrive must not take the frame down.
  import('./other-icons.lazy.tsx').catch(() => ({ default: () => <AppstoreOutlined /> })),
)

/** The icon of a menu entry; an unknown one looks like an application. */
export function MenuIcon({ name }: { name: string | null }) {
  const key = iconKey(name ?? '')
  const Icon = key === '' ? AppstoreOutlined : ICONS.get(key)
  if (Icon) return <Icon />
  return (
    <Suspense fallback={<AppstoreOutlined />}>
      <OtherMenuIcon name={key} />
    </Suspense>
  )
}

/** Names of all icons that a menu entry can show, in their order. */
export async function menuIconNames(): Promise<string[]> {
  const { OTHER_ICONS } = await import('./other-icons.lazy.tsx')
  return [...ICONS.keys(), ...OTHER_ICONS.keys()].sort()
}
