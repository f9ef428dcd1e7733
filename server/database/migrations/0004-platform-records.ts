import { type Kysely, type Migration, sql } from 'kysely'

/** Tables whose rows are kept through documents: each save counts, so that an older one is refused. */
const COUNTED = [
  'sys_user',
  'sys_role',
  'sys_depart',
  'sys_permission',
  'sys_permission_data_rule',
  'sys_dict',
  'sys_dict_item',
  'sys_category',
  'sys_position',
  'sys_fill_rule',
  'sys_check_rule',
  'sys_tenant',
  'sys_announcement',
] as const

/** What tables of the platform need so that documents can keep their rows. */
export const platformRecords: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of COUNTED)
      await sql
        .raw(`alter table platform.${table} add column if not exists version integer not null default 0`)
        .execute(db)
    await sql.raw('alter table platform.sys_position add column company_id varchar(255)').execute(db)
  },
}
