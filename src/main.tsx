import 'antd/dist/antd.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { readConfig } from './config.ts'
import { beginLoading } from './shell/begin-loading.ts'
import { wireApp } from './wire-app.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const wired = wireApp(readConfig(), {
  reload: () => window.location.reload(),
  // Any file of the server's will do.
  probe: async () => (await fetch('/logo.svg', { cache: 'no-store' })).ok,
})
/**
 * Awaited inside a function: parts of the language import from this file's bundle, and would wait for an `await` at its top level
 * as that waits for them.
 */
async function start(root: HTMLElement): Promise<void> {
  await wired.services.languages.restore()
  // The menu is under way while React draws the first skeleton.
  beginLoading(wired.atoms, wired.services, window.location)
  createRoot(root).render(
    <StrictMode>
      <App {...wired} />
    </StrictMode>,
  )
}
void start(root)
