import { create } from 'svg-captcha'
import type { OneTimeSecrets } from './one-time-secrets.ts'

const CAPTCHA_MS = 60_000
/** Drawn alike: o, 0, i, 1, l. */
const LOOK_ALIKE = 'oO0iI1lL'

/** As large as that client shows it, in px. */
const SIZE = { width: 105, height: 35, fontSize: 40 }

/** Pictures of four characters to be read by the caller. They slow scripts down, as sliders do. */
export interface Captchas {
  /** A new picture for a key of the caller's choice, as a data URL; the one before is void. */
  draw(key: string): Promise<string>
  /** Uses the picture up and answers whether it was read rightly. */
  solved(key: string, text: string): Promise<boolean>
}

/** The pictures over the store of secrets. */
export function createCaptchas(secrets: OneTimeSecrets): Captchas {
  return {
    async draw(key) {
      const { text, data } = create({ size: 4, noise: 3, ignoreChars: LOOK_ALIKE, ...SIZE })
      await secrets.issue('captcha', key, text.toLowerCase(), { ms: CAPTCHA_MS })
      return `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`
    },
    async solved(key, text) {
      return (await secrets.redeem('captcha', key, text.trim().toLowerCase())).state === 'right'
    },
  }
}
