import type { Request } from '#renderer/index.ts'
import type { OwnProfile } from '#schemas/api/personal.ts'
import { useAnswer } from '../../kit/use-answer.ts'

/** The own account as the server has it. */
export function useOwnProfile(): Request<OwnProfile> {
  return useAnswer('/sys/user/login/setting/getUserData')
}
