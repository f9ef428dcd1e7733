import { render, screen } from '@testing-library/react'
import { afterEach, it } from 'vitest'
import { OWN_LANGUAGE, speak } from '#schemas/text/text.ts'
import browser from '../../schemas/text/en/browser.json'
import { NoticeText } from './NoticeText.tsx'

afterEach(() => speak(OWN_LANGUAGE, {}))

it('says by whom and when in the marks of the language', () => {
  speak('en', browser)
  const notice = { titile: 'T', msgContent: 'x', priority: 'M', openType: null, openPage: null } as const
  render(<NoticeText notice={{ ...notice, senderName: 'Reader', sendTime: '2026-03-11 14:20:00' }} />)
  screen.getByText('Published by: Reader')
  screen.getByText('Published at: 2026-03-11 14:20:00')
})
