import { Alert, Button, DatePicker, Form, Input, Typography } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ComponentProps, useMemo, useState } from 'react'
import { PanelFooter } from '#renderer/index.ts'
import type { ApiKeyMade, ApiKeyRight } from '#schemas/api/api-key.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { t } from '#schemas/text/text.ts'
import { text } from '../text/zh-CN.ts'
import { GrantTree } from './GrantTree.tsx'
import { LoadFault } from './LoadFault.tsx'
import { refusedField } from './password-rules.ts'
import { useServices } from './services.ts'
import { parentsOf } from './ticked-tree.ts'
import { useAnswer } from './use-answer.ts'

interface Wish {
  name: string
  endDate: Dayjs
  rights: ReadonlySet<string>
}

/** Makes a key for an integrator: a name, an end, some of the own rights. The key is shown once. */
export function ApiKeyForm({ onClose, onMade }: { onClose(): void; onMade(): void }) {
  const { http } = useServices()
  const [form] = Form.useForm<Wish>()
  const offered = useAnswer<readonly ApiKeyRight[]>('/sys/apiKey/rights')
  const [made, setMade] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const model = useMemo(() => parentsOf(offered.data ?? []), [offered.data])

  async function handleFinish({ name, endDate, rights: chosen }: Wish) {
    setBusy(true)
    setProblem(null)
    const codes = [...chosen].map((key) => model.nodes.get(key)?.code ?? '').filter((code) => code !== '')
    try {
      const body = { name, endDate: endDate.format('YYYY-MM-DD'), rights: codes }
      const answer = await http.post<Envelope<ApiKeyMade>>('/sys/apiKey/make', body, { quiet: true })
      const field = refusedField(answer)
      if (answer.success) setMade(answer.result.key)
      else if (field === 'name' || field === 'endDate' || field === 'rights')
        form.setFields([{ name: field, errors: [answer.message] }])
      else setProblem(answer.message)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : text.error.unknown)
    } finally {
      setBusy(false)
    }
  }

  if (made !== null)
    return (
      <>
        <Alert type="warning" showIcon title={t('请立即复制密钥，关闭后不再显示。')} />
        <Typography.Paragraph style={{ marginTop: 16 }} copyable code>
          {made}
        </Typography.Paragraph>
        <Typography.Paragraph type="secondary">
          {t('调用接口时放在请求头 X-Api-Key 中。')}
        </Typography.Paragraph>
        <PanelFooter>
          <Button type="primary" onClick={onMade}>
            {t('我已保存')}
          </Button>
        </PanelFooter>
      </>
    )
  return (
    <Form<Wish>
      form={form}
      layout="vertical"
      onFinish={handleFinish}
      initialValues={{ endDate: dayjs().add(90, 'day'), rights: new Set() }}
      aria-label={t('新建密钥')}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} />}
      <Form.Item
        name="name"
        label={t('名称')}
        rules={[{ required: true, whitespace: true, message: t('请输入名称') }]}
      >
        <Input maxLength={100} placeholder={t('使用密钥的系统，例如：官网报名')} />
      </Form.Item>
      <Form.Item
        name="endDate"
        label={t('截止日期')}
        rules={[{ required: true, message: t('请选择截止日期') }]}
      >
        <DatePicker allowClear={false} minDate={dayjs()} maxDate={dayjs().add(2, 'year')} />
      </Form.Item>
      <LoadFault of={offered} className="shell-gap" />
      <Form.Item
        name="rights"
        label={t('权限')}
        extra={t('只能授予您自己拥有的权限；您的权限减少时密钥随之减少。')}
        required
        valuePropName="ticked"
        trigger="onTick"
        rules={[
          {
            validator: async (_, ticked: Wish['rights']) => {
              if (ticked.size === 0) throw new Error(t('请选择权限'))
            },
          },
        ]}
      >
        <TickedRights model={model} treeList={offered.data ?? []} />
      </Form.Item>
      <PanelFooter>
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={offered.data === null}>
          {t('生成密钥')}
        </Button>
      </PanelFooter>
    </Form>
  )
}

/** The tree as a field of the form, which gives it what is ticked. */
function TickedRights({
  ticked = NOTHING,
  onTick = () => {},
  ...tree
}: Pick<ComponentProps<typeof GrantTree>, 'model' | 'treeList'> &
  Partial<Pick<ComponentProps<typeof GrantTree>, 'ticked' | 'onTick'>>) {
  return <GrantTree {...tree} ticked={ticked} onTick={onTick} brings="below" height={260} />
}

const NOTHING: ReadonlySet<string> = new Set()
