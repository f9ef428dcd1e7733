export interface DictItem {
  value: string
  text?: string
  title?: string
  label?: string
  color?: string
}

export type DictItems = Record<string, DictItem[]>
