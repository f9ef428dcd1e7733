import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, DatePicker, Flex } from 'antd'
import dayjs from 'dayjs'
import { t } from '#schemas/text/text.ts'
import { MONTH_FORMATS } from '../../kit/typed-text.ts'

/** Which month a calendar shows, as `YYYY-MM`. */
export function CalendarHead({ month, onMonth }: { month: string; onMonth(month: string): void }) {
  const by = (months: number) => onMonth(dayjs(`${month}-01`).add(months, 'month').format('YYYY-MM'))
  return (
    <Flex gap={8} align="center" className="expo-calendar-head">
      <Button icon={<LeftOutlined />} aria-label={t('上个月')} onClick={() => by(-1)} />
      <DatePicker
        picker="month"
        value={dayjs(`${month}-01`)}
        format={[...MONTH_FORMATS]}
        allowClear={false}
        aria-label={t('月份')}
        onChange={(date) => date && onMonth(date.format('YYYY-MM'))}
      />
      <Button icon={<RightOutlined />} aria-label={t('下个月')} onClick={() => by(1)} />
      <Button onClick={() => onMonth(dayjs().format('YYYY-MM'))}>{t('今天')}</Button>
    </Flex>
  )
}
