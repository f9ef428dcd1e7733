import { type SettingGroup, settingDefaults, settingFault, settingForm } from '#schemas/api/setting.ts'
import type { Row } from '#schemas/compile/model.ts'
import { createRowValidator, type RowValidator } from '#schemas/compile/row-validator.ts'
import { AppError, badRequest } from '../../errors.ts'
import { linearPattern } from '../../linear-pattern.ts'

const validators = new Map<SettingGroup, RowValidator>()

/** Values of a group as they are stored, where the environment says `fixed`; refused with what is wrong with the first one. */
export function judgedSettings(group: SettingGroup, given: Row, fixed: Row): Row {
  const form = settingForm(group)
  const unknown = Object.keys(given).find((name) => !form.fields.some((field) => field.name === name))
  if (unknown !== undefined) throw badRequest(`没有设置项 ${unknown.slice(0, 50)}`)
  const validator = validators.get(group) ?? createRowValidator(form, linearPattern)
  validators.set(group, validator)
  const row = validator.normalise({ ...settingDefaults(group), ...given })
  const fault = settingFault(group, { ...row, ...fixed })
  const errors = [...validator.validate(row), ...(fault ? [fault] : [])]
  const [first] = errors
  if (first) {
    const title = form.fields.find(({ name }) => name === first.field)?.title ?? ''
    throw new AppError(
      'BAD_REQUEST',
      first.message.includes(title) ? first.message : `${title}：${first.message}`,
      { errors },
    )
  }
  // Texts that are left empty say '' and not null, as their defaults do.
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']))
}
