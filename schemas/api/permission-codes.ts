/** Permission to design forms: bring tables into line, and try every form out, also those whose buttons nobody granted. */
export const FORM_DESIGN = 'online:form:design'
