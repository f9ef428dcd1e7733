import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.file_space (
    tenant_id integer not null, owner_id varchar(36) not null, bytes bigint not null, primary key (owner_id, tenant_id))`,
  // Owners in one order: two transactions that both remove files of several owners do not wait for each other.
  `create function platform.count_file_space() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       insert into platform.file_space as s (tenant_id, owner_id, bytes)
         select tenant_id, owner_id, sum(file_size) from added group by 1, 2 order by 2, 1
         on conflict (owner_id, tenant_id) do update set bytes = s.bytes + excluded.bytes;
     elsif tg_op = 'DELETE' then
       insert into platform.file_space as s (tenant_id, owner_id, bytes)
         select tenant_id, owner_id, -sum(file_size) from removed group by 1, 2 order by 2, 1
         on conflict (owner_id, tenant_id) do update set bytes = s.bytes + excluded.bytes;
     elsif tg_op = 'UPDATE' then
       insert into platform.file_space as s (tenant_id, owner_id, bytes)
         select tenant_id, owner_id, sum(size) from (
           select tenant_id, owner_id, file_size as size from added
           union all select tenant_id, owner_id, -file_size from removed) changed
         group by 1, 2 having sum(size) <> 0 order by 2, 1
         on conflict (owner_id, tenant_id) do update set bytes = s.bytes + excluded.bytes;
     else
       delete from platform.file_space;
     end if;
     return null;
   end $$`,
  `create trigger file_added after insert on platform.sys_file
   referencing new table as added for each statement execute function platform.count_file_space()`,
  `create trigger file_removed after delete on platform.sys_file
   referencing old table as removed for each statement execute function platform.count_file_space()`,
  `create trigger file_changed after update on platform.sys_file
   referencing old table as removed new table as added for each statement execute function platform.count_file_space()`,
  `create trigger files_emptied after truncate on platform.sys_file
   for each statement execute function platform.count_file_space()`,
  // After the triggers: they keep writers out until the transaction ends, so that each file is counted once.
  `insert into platform.file_space (tenant_id, owner_id, bytes)
   select tenant_id, owner_id, sum(file_size) from platform.sys_file group by 1, 2`,
]

/** How many bytes the files of each user have in each tenant. */
export const fileSpace: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
