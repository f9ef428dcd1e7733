import type { RJSFSchema, ValidatorType } from '@rjsf/utils'

/**
 * What @rjsf/core asks of a validator while it lays a form out. Rows are judged by the form's row validator (the same
 * as on the server), and form documents have no alternatives to choose from, so there is nothing to decide here.
 */
export const layoutValidator: ValidatorType<unknown, RJSFSchema> = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
}
