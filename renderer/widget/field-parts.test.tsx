import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { DataClient } from '../data/data-client.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { useFieldParts } from './field-parts.ts'
import { createRegistry } from './registry.ts'
import { RendererProvider } from './renderer-context.tsx'
import { textCodec } from './text-codec.ts'
import { defineWidget } from './widget.ts'

const form = compileForm({
  kind: 'form',
  code: 'parts',
  title: '零件',
  schema: {
    type: 'object',
    properties: {
      a: { type: 'string', title: '甲', view: 'text' },
      b: { type: 'string', title: '乙', view: 'textarea' },
      c: { type: 'string', title: '丙', view: 'text' },
      d: { type: 'string', title: '丁', view: 'password', form: false },
    },
  },
})

function Probe() {
  return <p>{useFieldParts(form) ? 'drawn' : 'waiting'}</p>
}

function begin() {
  const asked: string[] = []
  const arrive = new Map<string, (ok: boolean) => void>()
  const part = (kind: string) =>
    lazyPart(() => {
      asked.push(kind)
      return new Promise<{ default: () => null }>((resolve) => {
        arrive.set(kind, () => resolve({ default: () => null }))
      })
    })
  const registry = createRegistry([
    defineWidget<'text', string>({ kind: 'text', codec: textCodec, field: part('text') }),
    defineWidget<'textarea', string>({ kind: 'textarea', codec: textCodec, field: part('textarea') }),
    defineWidget<'password', string>({ kind: 'password', codec: textCodec, field: part('password') }),
  ])
  const services = {
    registry,
    client: {} as DataClient,
    user: { id: 'u', username: 'zhang', realname: '张三', orgCode: 'A01' },
    gridLicenseKey: '',
  }
  const show = () =>
    render(
      <RendererProvider services={services}>
        <Probe />
      </RendererProvider>,
    )
  return { asked, arrive: (kind: string) => act(async () => arrive.get(kind)?.(true)), show }
}

describe('the programs of the fields of a form', () => {
  it('are asked for together, each once, and the form is drawn when the last has come', async () => {
    const { asked, arrive, show } = begin()
    show()
    expect(asked).toEqual(['text', 'textarea'])
    await arrive('text')
    expect(screen.getByText('waiting')).toBeTruthy()
    await arrive('textarea')
    expect(await screen.findByText('drawn')).toBeTruthy()
    show()
    expect(screen.getAllByText('drawn')).toHaveLength(2)
    expect(asked).toHaveLength(2)
  })

  it('do not hold the form back for ever', async () => {
    const { arrive, show } = begin()
    show()
    await arrive('text')
    expect(await screen.findByText('drawn', {}, { timeout: 5000 })).toBeTruthy()
  })
})
