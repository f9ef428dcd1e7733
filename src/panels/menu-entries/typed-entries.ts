import type { BatchEntry } from '#schemas/api/permission.ts'

/** Between the parts of a line: a tab, as in cells that were copied, or a comma of either width. */
const BETWEEN = /\t|[,，]/

/** An entry for each line that says something: name, address, form or component, icon. */
export function typedEntries(text: string): BatchEntry[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [name = '', url = '', page = '', icon = ''] = line.split(BETWEEN).map((part) => part.trim())
    if (name === '' && url === '' && page === '' && icon === '') return []
    return [
      {
        name,
        ...(url ? { url } : {}),
        // Components are paths, codes of forms are names.
        ...(page ? (page.includes('/') ? { component: page } : { formCode: page }) : {}),
        ...(icon ? { icon } : {}),
      },
    ]
  })
}

/** The line of a form that gets an entry, at an address below that of its parent. */
export function lineOfPage({ code, title }: { code: string; title: string }, parentUrl: string): string {
  const below = /^\/(?!\/)/.test(parentUrl) ? parentUrl.replace(/\/+$/, '') : ''
  return [title.replace(new RegExp(BETWEEN, 'g'), ' '), `${below}/${code}`, code].join('，')
}
