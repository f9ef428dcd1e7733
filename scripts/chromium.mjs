// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser for the journeys: `CHROMIUM` from the environment, else a usual place.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) return existsSync(named) ? named : null
  return PLACES.find((path) => existsSync(path)) ?? null
}

/**
 * Installs Debian's Chromium where this user may, with a Chinese font for the screenshots.
 * @returns {string | null} its path, or null when it cannot be installed here
 */
export function installChromium() {
  const isRoot = process.getuid?.() === 0
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return null
  const sudo = isRoot ? [] : ['sudo', '-n']
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
  ]) {
    const [program, ...rest] = [...sudo, 'apt-get', ...args]
    console.log(`Installing Chromium: ${[program, ...rest].join(' ')}`)
    const run = spawnSync(String(program), rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (run.status !== 0) return null
  }
  return findChromium()
}
