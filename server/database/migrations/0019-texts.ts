import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table platform.sys_text (
    language varchar(10) not null,
    scope varchar(110) not null,
    source text not null,
    text text not null,
    -- 'file': from a document; 'screen': written by an administrator, and stronger
    origin varchar(10) not null,
    update_by varchar(50),
    update_time timestamp(0) not null default localtimestamp,
    primary key (language, scope, source, origin)
  )`,
  'alter table platform.sys_user add column language varchar(10)',
]

/** Texts of documents, dictionaries and menus in further languages, and the language of each person. */
export const texts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
