import { useContext, useMemo } from 'react'
import type { UploadedFile } from '#schemas/api/file.ts'
import type { UploadCall } from '../../data/data-client.ts'
import { useRenderer } from '../renderer-context.tsx'
import { FormCodeContext } from './form-code.ts'
import { rememberUpload } from './known-files.ts'

/** Sends a file for a field of the form around; null where files cannot be sent. */
export function useFileUpload(
  field: string,
): ((file: File, call?: UploadCall) => Promise<UploadedFile>) | null {
  const { client } = useRenderer()
  const form = useContext(FormCodeContext)
  return useMemo(() => {
    const { upload } = client
    if (!upload || form === null) return null
    return async (file, call) => {
      const kept = await upload(form, field, file, call)
      rememberUpload(kept)
      return kept
    }
  }, [client, form, field])
}
