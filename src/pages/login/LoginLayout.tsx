import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { LanguageButton } from '../../kit/LanguageButton.tsx'
import { useServices } from '../../kit/services.ts'
import { logoOf, shellLookAtom, useShellNames } from '../../kit/shell-look.ts'
import { text } from '../../text/zh-CN.ts'
import './login.css'

/** Header with logo and title, the form, footer with the filing number. */
export function LoginLayout({ children }: { children: ReactNode }) {
  const { config } = useServices()
  const look = useAtomValue(shellLookAtom)
  const names = useShellNames()
  return (
    <div className="login">
      <header className="login-header">
        <a href={config.homePath} className="login-logo">
          <img src={logoOf(look)} alt="" width={36} height={36} />
          <h1>{names.product}</h1>
        </a>
        <LanguageButton />
      </header>
      <main className="login-main">
        <section className="login-words" aria-hidden="true">
          <p className="login-slogan">{text.login.slogan}</p>
          <ul>
            {text.login.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
        <section className="login-card">{children}</section>
      </main>
      <footer className="login-footer">
        <span>{text.footer.copyright(new Date().getFullYear(), names.name)}</span>
        {look.footer && (
          <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
            {look.footer}
          </a>
        )}
      </footer>
    </div>
  )
}
