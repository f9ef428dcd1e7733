import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { Behaviour } from '../online-form/index.ts'
import { firstFailure, partsOf } from './check-value.ts'

/** Fields per form that name a check rule: most forms have none. */
const known = new WeakMap<CompiledForm, readonly Field[]>()

function ruledFields(form: CompiledForm): readonly Field[] {
  let fields = known.get(form)
  if (!fields) {
    fields = form.fields.filter(({ property }) => property.checkRule !== undefined)
    known.set(form, fields)
  }
  return fields
}

/** Values of fields that name a check rule: what is new and does not fit is refused, as it is while it is typed. */
export const ruleCheckedValues: Behaviour = {
  name: 'values of check rules',

  async check(drafts, { client }) {
    const asked = drafts.flatMap(({ view, row, stored, place }, at) =>
      ruledFields(view.form).flatMap(({ name, property }) => {
        const value = row[name]
        if (value === null || value === undefined || value === '' || stored?.[name] === value) return []
        return [{ at, name, place, rule: property.checkRule ?? '', value: String(value) }]
      }),
    )
    if (asked.length === 0) return []
    const { rows } = await client.query<{ rule_code: string; rule_json: string }>(
      'select rule_code, rule_json from platform.sys_check_rule where rule_code = any($1)',
      [[...new Set(asked.map(({ rule }) => rule))]],
    )
    const rules = new Map(rows.map((row) => [row.rule_code, partsOf(row.rule_json)]))
    return asked.flatMap(({ at, name, place, rule, value }) => {
      const parts = rules.get(rule)
      const message = !rules.has(rule)
        ? `校验规则“${rule}”不存在，请联系管理员`
        : parts
          ? firstFailure(parts, value)?.message
          : '编码校验规则有误，请联系管理员'
      return message === undefined ? [] : [{ at, error: { field: name, message, ...place } }]
    })
  },
}
