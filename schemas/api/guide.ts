import { type Static, Type } from 'typebox'

/** Steps of the first-run guide, in the order in which a new installation is set up. */
export const GUIDE_STEPS = ['look', 'tenant', 'depart', 'role', 'grant', 'user'] as const
export type GuideStepCode = (typeof GUIDE_STEPS)[number]

/** `result` of GET /sys/guide. */
export const guideShape = Type.Object({
  /** The guide offers itself: nothing of this installation's own works yet, and the caller has not put it away. */
  due: Type.Boolean(),
  /** Steps whose screens the caller may open; none for everybody else. */
  steps: Type.Array(
    Type.Object({
      code: Type.Enum([...GUIDE_STEPS]),
      /** Follows from what is stored. */
      done: Type.Boolean(),
    }),
  ),
})
export type Guide = Static<typeof guideShape>
