import type { ReactNode } from 'react'
import { useServices } from '../../shell/services.ts'
import { text } from '../../text/zh-CN.ts'
import './login.css'

/** Header with logo and title, the form, footer with the filing number. */
export function LoginLayout({ children }: { children: ReactNode }) {
  const { config } = useServices()
  return (
    <div className="login">
      <header className="login-header">
        <a href={config.homePath} className="login-logo">
          <img src="/logo.svg" alt="" width={36} height={36} />
          <span>{text.product}</span>
        </a>
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
        <span>{text.footer.copyright(new Date().getFullYear())}</span>
        {config.filingNumber && (
          <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
            {config.filingNumber}
          </a>
        )}
      </footer>
    </div>
  )
}
