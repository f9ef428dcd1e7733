import { GlobalOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLanguage } from '#renderer/index.ts'
import { LANGUAGES } from '#schemas/text/text.ts'
import { LANGUAGE_NAMES } from '../text/language-names.ts'
import { useServices } from './services.ts'

/** Offers the other languages, each in its own words; what is being typed stays. */
export function LanguageButton() {
  const { languages } = useServices()
  const current = useLanguage()
  return LANGUAGES.filter((language) => language !== current).map((language) => (
    <Button
      key={language}
      type="text"
      size="small"
      icon={<GlobalOutlined />}
      lang={language}
      onClick={() => void languages.choose(language)}
    >
      {LANGUAGE_NAMES[language]}
    </Button>
  ))
}
