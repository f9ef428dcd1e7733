/** How often each form's records were changed elsewhere. */
export interface FormTurns {
  of(form: string): number
  /** Answers what ends it. */
  watch(listener: () => void): () => void
}
