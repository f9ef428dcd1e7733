import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  'alter table platform.sys_tenant add column member_limit integer',
  'alter table platform.sys_tenant add column create_by varchar(50)',
  'alter table platform.sys_tenant add column create_time timestamp(0)',
  'alter table platform.sys_tenant add column update_by varchar(50)',
  'alter table platform.sys_tenant add column update_time timestamp(0)',
]

/** Tenants are kept through a document, and say how many members they may have. */
export const tenantRecords: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
