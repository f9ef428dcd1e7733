import { Card, Flex, theme } from 'antd'
import { t } from '#schemas/text/text.ts'
import { clock } from './figure-text.ts'

interface CurveProps<T extends { at: number }> {
  title: string
  samples: readonly T[]
  lines: readonly { name: string; of(sample: T): number }[]
  /** How a figure is written. */
  text(figure: number): string
  /** The top of the scale, where it is known; the largest figure otherwise. */
  top?: number
}

const WIDTH = 600
const HEIGHT = 140

/** Figures over time: one line for each, from the oldest sample to the newest. */
export function Curve<T extends { at: number }>({ title, samples, lines, text, top }: CurveProps<T>) {
  const { token } = theme.useToken()
  const colors = [token.colorPrimary, token.colorSuccess, token.colorWarning]
  const drawn = lines.map(({ name, of }, at) => ({ name, color: colors[at], figures: samples.map(of) }))
  const most = top ?? Math.max(...drawn.flatMap(({ figures }) => figures), 0)
  const first = samples[0]
  const last = samples.at(-1)
  const from = first?.at ?? 0
  const span = Math.max(1, (last?.at ?? 0) - from)
  const x = (at: number) => (samples.length < 2 ? WIDTH : ((at - from) / span) * WIDTH)
  const y = (figure: number) => HEIGHT - (most > 0 ? Math.min(1, figure / most) : 0) * (HEIGHT - 4) - 2
  const newest = (figures: readonly number[]) => text(figures.at(-1) ?? 0)
  return (
    <Card size="small" title={title}>
      <Flex gap={16} wrap className="monitor-legend">
        {drawn.map(({ name, color, figures }) => (
          <span key={name}>
            <i style={{ background: color }} />
            {name} <b>{newest(figures)}</b>
          </span>
        ))}
      </Flex>
      <svg
        className="monitor-curve"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${drawn.map(({ name, figures }) => `${name} ${newest(figures)}`).join(', ')}`}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} stroke={token.colorBorderSecondary} />
        <line x1="0" x2={WIDTH} y1="1" y2="1" stroke={token.colorBorderSecondary} strokeDasharray="4 4" />
        {drawn.map(({ name, color, figures }) => (
          <polyline
            key={name}
            fill="none"
            stroke={color}
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
            points={points(samples.map((sample, at) => [x(sample.at), y(figures[at] ?? 0)]))}
          />
        ))}
      </svg>
      <Flex justify="space-between" className="monitor-scale" style={{ color: token.colorTextSecondary }}>
        <span>{first ? clock(first.at) : ''}</span>
        <span>{t('最高刻度 {most}', { most: text(most) })}</span>
        <span>{last ? clock(last.at) : ''}</span>
      </Flex>
    </Card>
  )
}

/** A single sample is a level line. */
function points(places: readonly (readonly [number, number])[]): string {
  const [only] = places
  const all = places.length === 1 && only ? ([[0, only[1]], only] as const) : places
  return all.map(([left, down]) => `${left.toFixed(1)},${down.toFixed(1)}`).join(' ')
}
