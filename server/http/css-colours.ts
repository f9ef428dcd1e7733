/** Colours of dictionary items as CSS: presets of the component library that are none, or look otherwise as such. */
const PRESETS: Readonly<Record<string, string>> = {
  default: '#8c8c8c',
  processing: '#1677ff',
  success: '#52c41a',
  warning: '#faad14',
  error: '#ff4d4f',
  blue: '#1677ff',
  purple: '#722ed1',
  cyan: '#13c2c2',
  green: '#52c41a',
  magenta: '#eb2f96',
  pink: '#eb2f96',
  red: '#f5222d',
  orange: '#fa8c16',
  yellow: '#fadb14',
  volcano: '#fa541c',
  geekblue: '#2f54eb',
  gold: '#faad14',
  lime: '#a0d911',
}

/** The value with the colour of every dictionary item in it (`value`, `text`, `color`) as a CSS colour. */
export function cssColours(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cssColours)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const { color } = value as { color?: unknown }
  const isItem = typeof color === 'string' && 'value' in value && 'text' in value
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cssColours(part)]))
  if (!isItem) return copy
  const css = Object.hasOwn(PRESETS, color) ? PRESETS[color] : color
  return { ...copy, color: css }
}
