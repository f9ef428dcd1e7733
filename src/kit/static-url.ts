import type { AppConfig } from '../config.ts'

/** Address of a stored file. One that starts with http is complete. */
export function staticUrl(path: string, config: Pick<AppConfig, 'apiBase' | 'staticDomain'>): string {
  if (/^https?:/i.test(path)) return path
  const prefix = config.staticDomain || `${config.apiBase}/sys/common/static`
  return `${prefix.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}
