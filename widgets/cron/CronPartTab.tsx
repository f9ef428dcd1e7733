import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { roveThrough } from '#renderer/index.ts'
import { CRON_BOUNDS, type CronMode, type CronPart, type CronSetting } from '#schemas/rules/cron-parts.ts'
import { t, texts } from '#schemas/text/text.ts'

interface Props {
  part: CronPart
  setting: CronSetting
  onChange(change: Partial<CronSetting>): void
}

const TITLES: Readonly<Record<CronMode, string>> = texts({
  every: '每一个',
  unset: '不设置',
  range: '区间',
  loop: '循环',
  workday: '工作日',
  last: '最后一日',
  specify: '指定',
  written: '其他写法',
})
const WEEKDAYS: readonly string[] = texts(['周日', '周一', '周二', '周三', '周四', '周五', '周六'])
/** More values than these are chosen from a list. */
const MOST_BOXES = 60
/** One stop of the Tab key for all of them. */
const roveBoxes = roveThrough('input')

/** How one part of an expression is set: a mode, and its numbers. */
export function CronPartTab({ part, setting, onChange }: Props) {
  const { modes, title } = CRON_BOUNDS[part]
  // Only what is written in no other way has to be kept as it stands.
  const offered: readonly CronMode[] =
    setting.type === 'written' || setting.text !== '' ? [...modes, 'written'] : modes
  return (
    <Radio.Group
      className="cron-modes"
      aria-label={title}
      value={setting.type}
      onChange={(event) => onChange({ type: event.target.value as CronMode })}
    >
      {offered.map((mode) => (
        <div key={mode} className="cron-mode">
          <Radio value={mode}>{mode === 'every' && part === 'day' ? t('每日') : TITLES[mode]}</Radio>
          <ModeInputs mode={mode} part={part} setting={setting} onChange={onChange} />
        </div>
      ))}
    </Radio.Group>
  )
}

function ModeInputs({ mode, part, setting, onChange }: Props & { mode: CronMode }) {
  const { title, min, max, interval, rangeFrom = [min, min] } = CRON_BOUNDS[part]
  const number = (
    key: 'start' | 'end' | 'loopStart' | 'interval' | 'workday',
    label: string,
    [least, most]: readonly [number, number | undefined],
  ) => (
    <InputNumber
      size="small"
      aria-label={`${title} ${label}`}
      value={setting[key]}
      min={least}
      {...(most === undefined ? {} : { max: most })}
      precision={0}
      disabled={setting.type !== mode}
      onChange={(value) => value !== null && onChange({ [key]: value })}
    />
  )
  const most = part === 'year' ? undefined : max
  switch (mode) {
    case 'range':
      return (
        <span>
          {t('从')} {number('start', t('起始'), [rangeFrom[0], most])} {t('到')}{' '}
          {number('end', t('结束'), [rangeFrom[1], most])}
        </span>
      )
    case 'loop':
      return (
        <span>
          {t('从')} {number('loopStart', t('循环起始'), [part === 'year' ? 0 : min, most])} {t('起，间隔')}{' '}
          {number('interval', t('间隔'), interval)}
        </span>
      )
    case 'workday':
      return <span>{number('workday', t('最近的工作日'), [min, max])}</span>
    case 'written':
      return (
        <Input
          size="small"
          style={{ width: 160 }}
          aria-label={`${title} ${t('其他写法')}`}
          value={setting.text}
          disabled={setting.type !== mode}
          onChange={(event) => onChange({ text: event.target.value.replace(/\s/g, '') })}
        />
      )
    case 'specify':
      return <Values part={part} setting={setting} onChange={onChange} />
    default:
      return null
  }
}

/** The values of a part, of which several may be chosen. */
function Values({ part, setting, onChange }: Props) {
  const { title, min, max } = CRON_BOUNDS[part]
  const options = Array.from({ length: max - min + 1 }, (_, at) => ({
    value: min + at,
    label: part === 'week' ? (WEEKDAYS[at] ?? '') : String(min + at),
  }))
  const disabled = setting.type !== 'specify'
  const handleChange = (list: number[]) => onChange({ list })
  return options.length > MOST_BOXES ? (
    <Select
      mode="multiple"
      size="small"
      style={{ minWidth: 220 }}
      aria-label={`${title} ${t('指定')}`}
      value={[...setting.list]}
      options={options}
      disabled={disabled}
      onChange={handleChange}
    />
  ) : (
    <Checkbox.Group
      ref={roveBoxes}
      className="cron-values"
      aria-label={`${title} ${t('指定')}`}
      value={[...setting.list]}
      options={options}
      disabled={disabled}
      onChange={handleChange}
    />
  )
}
