import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { contrast } from '../kit/readable-color.ts'
import { ColoredText } from './ColoredText.tsx'

describe('the text of a choice', () => {
  it('is plain without a colour', () => {
    const { container } = render(<ColoredText color={undefined}>招展中</ColoredText>)
    expect(container.innerHTML).toBe('招展中')
  })

  it('leaves the shades of a named colour to the theme', () => {
    render(<ColoredText color="purple">招展中</ColoredText>)
    expect([...screen.getByText('招展中').classList]).toEqual(
      expect.arrayContaining(['ant-tag-purple', 'ant-tag-filled']),
    )
  })

  it.each(['#ffeb3b', '#1a237e', '#ff0000', 'teal'])('can be read in %s, which it fills', (color) => {
    render(<ColoredText color={color}>招展中</ColoredText>)
    const { backgroundColor, color: text } = getComputedStyle(screen.getByText('招展中'))
    expect(contrast(text, backgroundColor)).toBeGreaterThanOrEqual(4.5)
  })
})
