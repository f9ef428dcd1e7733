import { t } from '#schemas/text/text.ts'

const KINDS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** A picture as an address that holds all of it; fails for a file that is none. */
export function inlinePicture(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error(t('请上传图片')))
    if (!KINDS.includes(file.type)) return refuse()
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : refuse())
    reader.onerror = refuse
    reader.readAsDataURL(file)
  })
}
