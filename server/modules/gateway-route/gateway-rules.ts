import type { Behaviour } from '../online-form/index.ts'
import { filtersProblem, predicatesProblem } from './route-parts.ts'

/** Keeps out routes whose predicates or filters cannot be read. */
export const gatewayRules: Behaviour = {
  name: 'gateway routes',
  forms: ['sys_gateway_route'],

  async check(drafts) {
    return drafts.flatMap(({ row }, at) => {
      const predicates = predicatesProblem(row.predicates)
      if (predicates) return [{ at, error: { field: 'predicates', message: predicates } }]
      const filters = filtersProblem(row.filters)
      return filters ? [{ at, error: { field: 'filters', message: filters } }] : []
    })
  },
}
