/** Value of the dictionary `operate_type` for what was given out as a file. */
export const EXPORT = 6
