import { type Kysely, type Migration, sql } from 'kysely'

/** Tables whose rows decide alone what a list of them holds. */
const TABLES = [
  'sys_announcement',
  'sys_category',
  'sys_check_rule',
  'sys_depart',
  'sys_dict',
  'sys_dict_item',
  'sys_fill_rule',
  'sys_position',
  'sys_role',
  'sys_tenant',
]

const CHANGE_FUNCTION = `create function platform.notify_table_changed() returns trigger
  language plpgsql as $$ begin perform pg_notify('table_changed', tg_table_name); return null; end $$`

const watch = (table: string) =>
  `create trigger table_changed after insert or update or delete or truncate on platform.${table}
   for each statement execute function platform.notify_table_changed()`

/** Every statement that changes rows of these tables tells all processes, as the tables of forms do: counted totals are kept until then. */
export const platformChanges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [CHANGE_FUNCTION, ...TABLES.map(watch)]) await sql.raw(statement).execute(db)
  },
}
