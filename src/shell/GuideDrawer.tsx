import { App, Button, Drawer, Flex, Progress, Skeleton, Steps, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLanguage, useSave } from '#renderer/index.ts'
import type { Guide, GuideStepCode } from '#schemas/api/guide.ts'
import { t, texts } from '#schemas/text/text.ts'
import { LoadFault } from '../kit/LoadFault.tsx'
import { useServices } from '../kit/services.ts'
import type { MenuModel } from '../menu/menu-model.ts'
import { text } from '../text/zh-CN.ts'
import './guide.css'
import { GUIDE_PATHS } from './guide-paths.ts'
import { useGuide } from './use-guide.ts'

const WIDTH_PX = 480
const FULL_PERCENT = 100

interface StepWords {
  title: string
  /** What the step is for. */
  why: string
  /** Leads to its screen. */
  go: string
}

const WORDS = texts<Record<GuideStepCode, StepWords>>({
  look: {
    title: '名称与外观',
    why: '换上本单位的系统名称、标志和主题色，登录页和每个页面都会显示。',
    go: '打开平台设置',
  },
  tenant: {
    title: '租户',
    why: '给租户起本单位的名称；各租户的数据互不可见，只有一个单位时一个就够。',
    go: '打开租户管理',
  },
  depart: {
    title: '部门',
    why: '按实际的组织结构建立部门，用户和数据权限都以部门为依据。',
    go: '打开部门管理',
  },
  role: {
    title: '角色',
    why: '按岗位职责建立角色，权限授予角色，而不是逐个授予用户。',
    go: '打开角色管理',
  },
  grant: {
    title: '菜单授权',
    why: '在角色所在行选择“授权”，勾选该角色可以打开的菜单和可以使用的按钮。',
    go: '打开角色管理',
  },
  user: {
    title: '用户',
    why: '为同事开通账号，指定部门和角色；首次登录时须修改初始密码。',
    go: '打开用户管理',
  },
})

interface GuideDrawerProps {
  model: MenuModel
  onClose(): void
}

/** Leads a new administrator through the screens that set the system up. What is done follows from the data, not from ticks. */
export function GuideDrawer({ model, onClose }: GuideDrawerProps) {
  useLanguage()
  const { http } = useServices()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  const guide = useGuide(null)
  const { data, error } = guide
  const { busy, save } = useSave()

  const handlePutAway = () =>
    void save(async () => {
      await http.post('/sys/guide/putAway', {})
      void message.success(t('使用向导不再自动显示，可从用户菜单再次打开'))
      setOpen(false)
    })

  return (
    <Drawer
      open={isOpen}
      title={text.user.guide}
      size={WIDTH_PX}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClose()}
      footer={
        data?.due ? (
          <Flex justify="flex-end">
            <Button loading={busy} onClick={handlePutAway}>
              {t('不再显示')}
            </Button>
          </Flex>
        ) : null
      }
    >
      {error ? (
        <LoadFault of={guide} />
      ) : data ? (
        <GuideSteps guide={data} model={model} onLeave={() => setOpen(false)} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

function GuideSteps({ guide, model, onLeave }: { guide: Guide; model: MenuModel; onLeave(): void }) {
  const navigate = useNavigate()
  // A screen that was taken out of the menu cannot be opened, whatever the rights say.
  const steps = guide.steps.filter(({ code }) => model.find(GUIDE_PATHS[code]))
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)?.code
  return (
    <>
      <Typography.Paragraph type="secondary">
        {next
          ? t('按顺序完成以下步骤，系统即可交付使用。完成情况根据系统中的数据自动判断。')
          : t('全部步骤已完成，系统可以交付使用。')}
      </Typography.Paragraph>
      <Progress
        percent={steps.length === 0 ? 0 : Math.round((done / steps.length) * FULL_PERCENT)}
        format={() => `${done}/${steps.length}`}
        aria-label={t('已完成 {done} 步，共 {count} 步', { done, count: steps.length })}
      />
      <Steps
        className="guide-steps"
        orientation="vertical"
        items={steps.map(({ code, done: isDone }) => ({
          key: code,
          status: isDone ? 'finish' : code === next ? 'process' : 'wait',
          title: WORDS[code].title,
          subTitle: isDone ? t('已完成') : t('未完成'),
          content: (
            <>
              <div>{WORDS[code].why}</div>
              <Button
                type={code === next ? 'primary' : 'link'}
                size="small"
                className="guide-go"
                onClick={() => {
                  void navigate(GUIDE_PATHS[code])
                  onLeave()
                }}
              >
                {WORDS[code].go}
              </Button>
            </>
          ),
        }))}
      />
    </>
  )
}
