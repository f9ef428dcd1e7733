import { RecordDialog, RendererProvider } from '#renderer/index.ts'
import { useRendererServices } from '../pages/schema/renderer-services.ts'

/** The record that a message is about. */
export function RecordOfNotice({ form, id, onClose }: { form: string; id: string; onClose(): void }) {
  const services = useRendererServices()
  return (
    <RendererProvider services={services}>
      <RecordDialog code={form} id={id} onClose={onClose} />
    </RendererProvider>
  )
}
