/** How 新增 adds rows: how many, as which row, and whether the grid goes to its end afterwards. */
export interface AddSettings {
  addRowNum: number
  /** Number of the row that the first new one becomes; 0 is the bottom. */
  addIndex: number
  addScrollToBottom: boolean
}

export const ADD_SETTINGS: AddSettings = { addRowNum: 1, addIndex: 0, addScrollToBottom: false }
/** More at once are pasted, or imported. */
export const MOST_AT_ONCE = 1000

/** Settings as this browser keeps them, one by one; what is not kept, or is no number, is the usual. */
export function readAddSettings(kept: (name: string) => string | null): AddSettings {
  const number = (name: 'addRowNum' | 'addIndex') => {
    const value = Number(kept(name) ?? Number.NaN)
    return Number.isInteger(value) ? value : ADD_SETTINGS[name]
  }
  return {
    addRowNum: number('addRowNum'),
    addIndex: number('addIndex'),
    addScrollToBottom: kept('addScrollToBottom') === 'true',
  }
}

/** Where rows come, counted from 0, and how many: at least one, and never behind the bottom. */
export function placeOf(
  { addRowNum, addIndex }: AddSettings,
  rowCount: number,
): { at: number; count: number } {
  const place = Math.min(Math.max(0, Math.trunc(addIndex)), rowCount)
  return {
    at: place === 0 ? rowCount : place - 1,
    count: Math.min(Math.max(1, Math.trunc(addRowNum)), MOST_AT_ONCE),
  }
}
