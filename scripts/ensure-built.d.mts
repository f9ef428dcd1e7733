type Steps = readonly (readonly string[])[]

export function ensureBuilt(root: string, steps?: Steps): void
export function build(root: string, output: 'inherit' | 'ignore', steps?: Steps): number
