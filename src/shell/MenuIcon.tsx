import {
  ApartmentOutlined,
  AppstoreOutlined,
  BankOutlined,
  BarChartOutlined,
  BarsOutlined,
  BulbOutlined,
  CalendarOutlined,
  CheckCircleOutlined,
  ClusterOutlined,
  DashboardOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  FormOutlined,
  HomeOutlined,
  IdcardOutlined,
  LinkOutlined,
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
  ['bulb', BulbOutlined],
  ['calendar', CalendarOutlined],
  ['check-circle', CheckCircleOutlined],
  ['cluster', ClusterOutlined],
  ['dashboard', DashboardOutlined],
  ['experiment', ExperimentOutlined],
  ['file-text', FileTextOutlined],
  ['form', FormOutlined],
  ['home', HomeOutlined],
  ['idcard', IdcardOutlined],
  ['link', LinkOutlined],
  ['qrcode', QrcodeOutlined],
  ['setting', SettingOutlined],
  ['shop', ShopOutlined],
  ['shopping', ShoppingOutlined],
  ['solution', SolutionOutlined],
  ['table', TableOutlined],
  ['team', TeamOutlined],
  ['user', UserOutlined],
])

const OtherMenuIcon = lazy(() => import('./other-menu-icon.lazy.tsx'))

/** The icon of a menu entry; one that nobody knows looks like an application. */
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
