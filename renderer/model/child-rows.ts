/** Where a table finds the rows below a row. No field is called so: names begin with a letter, `children` may be one. */
export const CHILD_ROWS = '_children'
