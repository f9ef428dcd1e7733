import { listFilters, subFieldOf } from '../joint-query.ts'
import type { CompiledForm, Row } from '../model.ts'
import type { WireButton, WireColumns } from './columns.ts'
import { type WireFormContext, wireProperty } from './form-item.ts'
import type { Json } from './wire-rules.ts'

/** Buttons whose entries the 3.x client takes its texts and icons from; without one of them its list is not drawn. */
const BUTTONS: readonly (readonly [code: string, name: string, icon: string])[] = [
  ['add', '新增', 'ant-design:plus-outlined'],
  ['edit', '编辑', 'ant-design:edit-outlined'],
  ['detail', '详情', 'ant-design:profile-outlined'],
  ['delete', '删除', 'ant-design:delete-outlined'],
  ['batch_delete', '批量删除', 'ant-design:delete-outlined'],
  ['import', '导入', 'ant-design:import-outlined'],
  ['export', '导出', 'ant-design:export-outlined'],
  ['query', '查询', 'ant-design:search-outlined'],
  ['reset', '重置', 'ant-design:reload-outlined'],
  ['bpm', '提交流程', 'ant-design:send-outlined'],
  ['super_query', '高级查询', 'ant-design:filter-outlined'],
  ['form_confirm', '确定', ''],
  ['form_sub_add', '新增', 'ant-design:plus-outlined'],
  ['form_sub_batch_delete', '删除', 'ant-design:delete-outlined'],
  ['form_sub_open_add', '新增', 'ant-design:plus-outlined'],
  ['form_sub_open_edit', '编辑', 'ant-design:edit-outlined'],
  ['aigc_mock_data', '生成测试数据', 'ant-design:robot-outlined'],
]
/** Buttons of that client for which there is nothing behind here. */
const WITHOUT_CALL = ['bpm', 'aigc_mock_data']

/** The columns of a list as the 3.x client reads them. */
export function v3Columns(columns: WireColumns): WireColumns {
  const cgButtonList = BUTTONS.map(
    ([buttonCode, buttonName, buttonIcon]): WireButton => ({
      buttonCode,
      buttonName,
      buttonStyle: 'built-in',
      buttonStatus: '1',
      buttonIcon,
    }),
  )
  return { ...columns, cgButtonList, hideColumns: [...columns.hideColumns, ...WITHOUT_CALL] }
}

/** Rows with the name under which the 3.x client tells them apart. */
export function v3Rows(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, jeecg_row_key: row.id }))
}

/** Result of getQueryInfoVue3. */
export interface V3QueryInfo {
  table: string
  title: string
  /** What the advanced query may ask for, by field; sub tables hold their fields. */
  properties: Json
  /** Fields of the query form; those of sub tables as `<sub table>@<field>`. */
  searchFieldList: string[]
  /** Queries may ask for fields of sub tables. */
  joinQuery: boolean
}

/** The query form and the advanced query of a form in the shape of getQueryInfoVue3. */
export function v3QueryInfo(
  form: CompiledForm,
  subForms: ReadonlyMap<string, CompiledForm>,
  context: WireFormContext,
): V3QueryInfo {
  const properties = searchable(form, '', context)
  for (const { field, mode, view } of form.list.query)
    if (!context.hidden?.has(field.name))
      properties[field.name] = {
        ...(properties[field.name] as Json | undefined),
        ...(properties[field.name] ? {} : wireProperty(form, field, form.fields.indexOf(field), '', context)),
        mode,
        view,
      }
  const ofSubs = listFilters(form, (code) => subForms.get(code)).flatMap((item) => {
    const place = subFieldOf(item.field.name)
    return place && !context.hidden?.has(`${place.code}.${place.field}`) ? [{ ...item, place }] : []
  })
  for (const sub of form.subTables) {
    const subForm = subForms.get(sub.code)
    if (!subForm) continue
    const fields = searchable(subForm, `${sub.code}.`, context)
    for (const { place, mode, view } of ofSubs)
      if (place.code === sub.code && fields[place.field])
        fields[place.field] = { ...(fields[place.field] as Json), mode, view }
    properties[sub.code] = { view: 'table', title: sub.title || subForm.title, fields, properties: fields }
  }
  return {
    table: form.tableName,
    title: form.title,
    properties,
    searchFieldList: [
      ...form.list.query.flatMap(({ field }) => (context.hidden?.has(field.name) ? [] : field.name)),
      ...ofSubs.map(({ field }) => field.name),
    ],
    joinQuery: form.subTables.length > 0,
  }
}

/** Fields that somebody may look for, open ones all: what cannot be typed into a form can still be asked for. */
function searchable(form: CompiledForm, prefix: string, context: WireFormContext): Json {
  return Object.fromEntries(
    form.fields
      .filter((field) => field.inForm && !context.hidden?.has(prefix + field.name))
      .map((field, at) => {
        const { disabled: _typedOnly, ui: _ui, ...property } = wireProperty(form, field, at, prefix, context)
        return [field.name, { ...property, mode: 'single' }]
      }),
  )
}
