/** Names of colours that a tag knows in shades of each theme (antd's presets). */
export const PRESET_TAG_COLORS = [
  ...(['magenta', 'red', 'volcano', 'orange', 'gold', 'lime', 'green', 'cyan', 'blue'] as const),
  ...(['geekblue', 'purple', 'pink', 'yellow'] as const),
]

/** Every name that a tag takes: the colours above and those of a state. */
export const TAG_COLORS: readonly string[] = [
  ...PRESET_TAG_COLORS,
  ...['default', 'success', 'processing', 'warning', 'error'],
]
