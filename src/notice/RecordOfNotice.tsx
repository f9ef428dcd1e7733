import { RecordDialog } from '#renderer/index.ts'

/** The record that a message is about. */
export function RecordOfNotice({ form, id, onClose }: { form: string; id: string; onClose(): void }) {
  return <RecordDialog code={form} id={id} onClose={onClose} />
}
