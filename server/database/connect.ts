/** How to reach a database; what pg's Pool takes. */
export interface Connect {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
}
