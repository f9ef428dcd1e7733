import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Whoever freezes or deletes a user, by whatever way: a token from before must not work again after a thaw.
  `create function platform.end_sessions_of_user() returns trigger language plpgsql as $$
   begin
     delete from platform.sys_session where user_id = new.id;
     perform pg_notify('rights_changed', '');
     return null;
   end $$`,
  `create trigger sys_user_ends_sessions after update of status, del_flag on platform.sys_user
   for each row when (new.status <> 1 or new.del_flag <> 0) execute function platform.end_sessions_of_user()`,
]

/** Sessions of a user end with the freezing or the deletion of the user. */
export const deadSessions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
