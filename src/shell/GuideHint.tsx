import { SolutionOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#renderer/index.ts'
import { changesAtom } from '../kit/changes-atom.ts'
import type { Device } from '../kit/device.ts'
import { text } from '../text/zh-CN.ts'
import { useGuide } from './use-guide.ts'

interface GuideHintProps {
  device: Device
  /** The guide is open: when it closes, the steps may have changed. */
  isOpen: boolean
  onOpen(): void
}

/** Offers the guide in the header of a fresh installation: it covers nothing and takes no focus. */
export function GuideHint({ device, isOpen, onOpen }: GuideHintProps) {
  useLanguage()
  const { data, reload } = useGuide(isOpen)
  const changes = useAtomValue(changesAtom)
  const counted = useRef(changes)
  const isDue = data?.due === true
  // What was just saved may be the next step.
  useEffect(() => {
    if (counted.current === changes) return
    counted.current = changes
    if (isDue) reload()
  }, [changes, isDue, reload])
  if (!data?.due) return null
  const done = data.steps.filter((step) => step.done).length
  return (
    <Button
      type="text"
      className="guide-hint"
      aria-haspopup="dialog"
      icon={
        <Badge dot>
          <SolutionOutlined />
        </Badge>
      }
      onClick={onOpen}
    >
      {device === 'desktop' ? (
        `${text.user.guide} ${done}/${data.steps.length}`
      ) : (
        <span className="visually-hidden">{text.user.guide}</span>
      )}
    </Button>
  )
}
