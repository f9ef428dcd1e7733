import { atom, useAtomValue } from 'jotai'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { ShellSettings } from '#schemas/api/setting.ts'
import { t } from '#schemas/text/text.ts'
import { type Http, resultOf } from '../api/http.ts'
import type { AppConfig } from '../config.ts'
import { text } from '../text/zh-CN.ts'

/** How the system is named and looks, as an administrator set it. Begins as in a system that was never changed. */
export const shellLookAtom = atom<ShellSettings>({
  name: text.platform,
  product: text.product,
  logo: '',
  footer: '备案号：测试环境',
  color: '#1890FF',
  radius: 4,
  registration: '0',
})

/** What the page was told with its address. */
export function shellLookOf({ filingNumber, radius, ...config }: AppConfig): ShellSettings {
  const { name, product, logo, color, registration } = config
  return { name, product, logo, color, registration, footer: filingNumber, radius: Number(radius) }
}

/** Asks for it anew, after it was changed. */
export async function loadShellLook(http: Http): Promise<ShellSettings> {
  return resultOf(await http.get<Envelope<ShellSettings>>('/sys/setting/shell', {}, { quiet: true }))
}

/** Address of the picture beside the product's name. */
export function logoOf({ logo }: ShellSettings): string {
  return logo === '' ? '/logo.svg' : logo
}

/** The system's names as they are shown: those that nobody changed are texts like any other. */
export function useShellNames(): Pick<ShellSettings, 'name' | 'product'> {
  const { name, product } = useAtomValue(shellLookAtom)
  return { name: t(name), product: t(product) }
}
