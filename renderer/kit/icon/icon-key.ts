/** One spelling for an icon's name: `setting`, `ant-design:setting-outlined` and `SettingOutlined` mean the same. */
export function iconKey(name: string): string {
  return name
    .replace(/^.*:/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/-(outlined|filled|twotone|two-tone)$/, '')
}
