import { expect, it } from 'vitest'
import { cleanPaste } from './clean-paste.ts'

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=ZH-CN>
<!--StartFragment--><!--[if gte mso 9]><xml><o:x/></xml><![endif]-->
<p class=MsoNormal style='margin-left:10.0pt;mso-pagination:none'><b><span lang=EN-US style='font-size:16.0pt;color:red;mso-bidi-font-size:11.0pt'>布展<o:p></o:p></span></b></p>
<p class=MsoListParagraph style='margin-left:18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>   </span></span>入场</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>·<span>  </span></span>安检</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>   </span></span>签到</p>
<table class=MsoTableGrid style='border:none;mso-yfti-tbllook:1184'><tr><td style='width:10pt'><p class=MsoNormal>一</p></td></tr></table>
<!--EndFragment--></body></html>`

it('leaves of Word what was meant: words, emphasis, sizes, colours, lists, tables', () => {
  const box = document.createElement('div')
  box.innerHTML = cleanPaste(WORD)
  expect(box.innerHTML).not.toMatch(/mso|class=|lang=|o:p|margin|border/i)
  expect(box.querySelector('b span')?.getAttribute('style')).toBe('font-size:16.0pt;color:red')
  expect(box.querySelector('b')?.textContent).toBe('布展')
  expect(
    [...box.querySelectorAll(':scope > ol > li')].map((item) => item.firstChild?.textContent?.trim()),
  ).toEqual(['入场', '签到'])
  expect(box.querySelector('ol > li > ul > li')?.textContent).toBe('安检')
  expect(box.querySelector('td')?.textContent).toBe('一')
})

it('leaves what does not come from there as it is', () => {
  expect(cleanPaste('<p class="a" style="margin:1px">一</p>')).toBe('<p class="a" style="margin:1px">一</p>')
})
