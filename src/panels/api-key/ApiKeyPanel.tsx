import type { PanelProps } from '#renderer/index.ts'
import { ApiKeyForm } from '../../kit/ApiKeyForm.tsx'

/** A new key, from the list of all keys. */
export default function ApiKeyPanel({ done, close }: PanelProps) {
  return <ApiKeyForm onClose={close} onMade={done} />
}
