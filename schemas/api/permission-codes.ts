/** Permission to design forms: and try every form out, including those whose buttons were granted to no role. */
export const FORM_DESIGN = 'online:form:design'

/** Permission to change the structure of tables. A table is shared by all tenants, so it counts in the platform's tenant alone. */
export const FORM_SYNC = 'online:form:sync'

/** Permission to call listed other systems through the server. */
export const EXTERNAL_CALL = 'system:external:call'

/** Permission to share saved queries with roles, departments and everybody. */
export const QUERY_SHARE = 'online:query:share'
