import { permissionBody } from '#schemas/api/permission.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { WireRows } from '../online-form/index.ts'

const MARKS = ['hidden', 'keepAlive', 'alwaysShow', 'internalOrExternal', 'hideTab'] as const

/** Entries of the menu as the wire has them: marks are true or false there. */
export const permissionRows: WireRows = {
  add: permissionBody,
  edit: permissionBody,

  given(row) {
    const given: Row = { ...row, isRoute: row.route ?? row.isRoute }
    // Such a client cannot ask for the confirmation; its user is trusted to know.
    given.urlConfirmed ??= 'Y'
    for (const name of [...MARKS, 'isRoute'])
      if (typeof given[name] === 'boolean') given[name] = Number(given[name])
      else if (given[name] === undefined) delete given[name]
    return given
  },

  told({ isRoute, isLeaf, urlConfirmed: _, ...row }): Row {
    const marks = Object.fromEntries(MARKS.map((name) => [name, Number(row[name]) === 1]))
    return { ...row, ...marks, route: Number(isRoute) === 1, leaf: Number(isLeaf) === 1 }
  },
}
