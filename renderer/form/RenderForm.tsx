import Form, { type FormProps } from '@rjsf/core'
import type {
  ObjectFieldTemplateProps,
  RJSFSchema,
  FieldProps as RjsfFieldProps,
  UiSchema,
} from '@rjsf/utils'
import { Skeleton, Tabs, theme } from 'antd'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { CompiledForm, Field, FormGroup } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useFieldParts } from '../widget/field-parts.ts'
import { FormCodeContext } from '../widget/files/form-code.ts'
import { useTaken } from '../widget/use-taken.ts'
import { FormField } from './FormField.tsx'
import { FormSteps } from './FormSteps.tsx'
import './form.css'
import { isWide } from '../model/is-wide.ts'
import { layoutValidator } from './rjsf-validator.ts'
import { rowRuns } from './row-runs.ts'
import type { FormStore } from './store.ts'
import { FormScopeContext } from './store-context.ts'

interface FormContext {
  form: CompiledForm
  fields: ReadonlyMap<string, Field>
  activeTab: string | null
  onTab(key: string): void
  counts: ReadonlyMap<string, number>
  taken: ReadonlySet<string>
}

interface Props {
  store: FormStore
  /** The form of the store in the language that is shown; absent where the store does not outlive its language. */
  form?: CompiledForm
  disabled?: boolean
  onLeave?(name: string): void
  /** Name of a field whose tab is to be shown; a new object shows it again. */
  reveal?: { field: string } | null
}

/** rjsf walks the schema and asks here for every property: the field draws itself from the store. */
function BridgeField({ name, registry }: RjsfFieldProps) {
  const field = (registry.formContext as FormContext).fields.get(name)
  return field ? <FormField field={field} /> : null
}

const FIELDS = { StringField: BridgeField, NumberField: BridgeField, BooleanField: BridgeField }
const TEMPLATES = {
  FieldTemplate: ({ children }: { children: ReactNode }) => <>{children}</>,
  ObjectFieldTemplate: GroupsTemplate,
  ErrorListTemplate: () => null,
}
const NO_DATA = {}
const noop = () => {}

/** The form of a document, drawn when the programs of its fields are there. */
export function RenderForm(props: Props) {
  const ready = useFieldParts(props.store.form)
  return ready ? <FormLayout {...props} /> : <Skeleton active paragraph={{ rows: 8 }} />
}

/** Laid out once by @rjsf/core; the values are in the store. */
function FormLayout({ store, form = store.form, disabled = false, onLeave, reveal = null }: Props) {
  useLayoutEffect(() => store.translate(form), [store, form])
  const idPrefix = useId()
  const { token } = theme.useToken()
  const [activeTab, setActiveTab] = useState<string | null>(null)
  const fields = useMemo(() => new Map(form.fields.map((field) => [field.name, field])), [form])
  const counts = useErrorCounts(store, form)
  const taken = useTaken(form)
  // Before the first painting: what is taken away is never seen.
  useLayoutEffect(() => store.takeAway(taken), [store, taken])

  useEffect(() => {
    if (!reveal) return
    const group = form.form.groups.find((one) => one.fields.some((field) => field.name === reveal.field))
    if (group && (group.tab || form.form.steps)) setActiveTab(group.title ?? '')
  }, [reveal, form])

  const scope = useMemo(
    () => ({ store, disabled, idPrefix, ...(onLeave ? { onLeave } : {}) }),
    [store, disabled, idPrefix, onLeave],
  )
  const formContext: FormContext = useMemo(
    () => ({ form, fields, activeTab, onTab: setActiveTab, counts, taken }),
    [form, fields, activeTab, counts, taken],
  )
  const style = {
    '--expo-form-columns': form.form.fit ? 'auto-fill' : form.form.columns,
    ...(form.form.fit ? { '--expo-form-column': '260px' } : {}),
    '--expo-error': token.colorError,
    '--expo-text': token.colorText,
    '--expo-text-secondary': token.colorTextSecondary,
    '--expo-border': token.colorBorderSecondary,
    '--expo-primary': token.colorPrimary,
  } as CSSProperties
  return (
    <FormScopeContext value={scope}>
      <FormCodeContext value={form.code}>
        <div className="expo-form" style={style}>
          <Form
            schema={form.form.schema as RJSFSchema}
            uiSchema={form.form.uiSchema as UiSchema}
            formData={NO_DATA}
            formContext={formContext}
            validator={layoutValidator}
            fields={FIELDS as FormProps['fields']}
            templates={TEMPLATES as unknown as FormProps['templates']}
            onChange={noop}
            onSubmit={noop}
            noValidate
            experimental_componentUpdateStrategy="shallow"
            idPrefix={idPrefix}
          >
            {/* The page around the form has the buttons. */}
            <span hidden />
          </Form>
        </div>
      </FormCodeContext>
    </FormScopeContext>
  )
}

/** Groups under their headings, tabs side by side, or one step after the other; fields in a grid of one to four columns. */
function GroupsTemplate({ properties, registry }: ObjectFieldTemplateProps) {
  const { form, activeTab, onTab, counts, taken } = registry.formContext as FormContext
  const elements = new Map(properties.map((property) => [property.name, property.content]))
  // Nothing stands below the heading of a group whose fields are all taken away.
  const groups = form.form.groups.filter((group) => group.fields.some(({ name }) => !taken.has(name)))
  const gridOf = (group: FormGroup) => (
    <GroupGrid form={form} group={group} elements={elements} taken={taken} />
  )
  if (form.form.steps && groups.length > 1)
    return (
      <FormSteps groups={groups} active={activeTab} onActive={onTab} counts={counts} contentOf={gridOf} />
    )
  const tabs = groups.filter((group) => group.tab && group.title)
  return (
    <>
      {groups
        .filter((group) => !group.tab)
        .map((group) => (
          <section key={group.title ?? ''} className="expo-form-group">
            {group.title ? <h3 className="expo-form-heading">{group.title}</h3> : null}
            {gridOf(group)}
          </section>
        ))}
      {tabs.length > 0 ? (
        <Tabs
          activeKey={activeTab ?? tabs[0]?.title ?? ''}
          onChange={onTab}
          items={tabs.map((group) => ({
            key: group.title ?? '',
            label: <TabLabel title={group.title ?? ''} count={counts.get(group.title ?? '') ?? 0} />,
            forceRender: true,
            children: gridOf(group),
          }))}
        />
      ) : null}
    </>
  )
}

/** A tab's title with the number of its errors. */
export function TabLabel({ title, count }: { title: string; count: number }) {
  return (
    <span>
      {title}
      {count > 0 ? (
        <span className="expo-tab-errors" role="status" aria-label={t('{count} 处错误', { count })}>
          {count}
        </span>
      ) : null}
    </span>
  )
}

interface GroupGridProps {
  form: CompiledForm
  group: FormGroup
  elements: ReadonlyMap<string, ReactNode>
  taken: ReadonlySet<string>
}

function GroupGrid({ form, group, elements, taken }: GroupGridProps) {
  const runs = useMemo(() => rowRuns(form, group.fields, taken), [form, group, taken])
  return runs.map(({ fields, rows }) => (
    <div
      key={fields[0]?.name}
      className="expo-form-grid"
      style={{ '--expo-run-rows': rows, '--expo-run-fields': fields.length } as CSSProperties}
    >
      {fields.map((field) => (
        <div key={field.name} className={isWide(field) ? 'expo-form-cell expo-form-wide' : 'expo-form-cell'}>
          {elements.get(field.name)}
        </div>
      ))}
    </div>
  ))
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map()

/** Errors per tab; a form without tabs listens to nothing. */
function useErrorCounts(store: FormStore, form: CompiledForm): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState(NO_COUNTS)
  useEffect(() => {
    const tabs = form.form.groups.filter((group) => group.tab || form.form.steps)
    if (tabs.length === 0) return
    let before = ''
    return store.subscribeAll(() => {
      const errors = store.errors()
      const next = new Map(
        tabs.map((group) => [
          group.title ?? '',
          group.fields.filter((field) => errors.has(field.name)).length,
        ]),
      )
      const key = JSON.stringify([...next])
      if (key === before) return
      before = key
      setCounts(next)
    })
  }, [store, form])
  return counts
}
