import { Type } from 'typebox'
import type { PartContext, Take } from './part.ts'

/** Texts in further languages: by language, then by the Chinese text. */
export type KeptTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Shape of the texts of an entry. */
export const keptTexts = Type.Record(
  Type.String({ minLength: 2, maxLength: 10 }),
  Type.Record(Type.String(), Type.String({ maxLength: 2000 })),
)

/** Texts by scope; what was written on the screen counts before what files brought along. */
export async function textsOf(
  { db }: PartContext,
  scopes: readonly string[],
): Promise<Map<string, KeptTexts>> {
  const { rows } = await db.query<{ scope: string; language: string; source: string; text: string }>(
    `select distinct on (scope, language, source) scope, language, source, text from platform.sys_text
     where scope = any($1::text[]) order by scope, language, source, origin desc`,
    [[...scopes]],
  )
  const texts = new Map<string, Record<string, Record<string, string>>>()
  for (const { scope, language, source, text } of rows) {
    const ofScope = texts.get(scope) ?? {}
    ofScope[language] = { ...ofScope[language], [source]: text }
    texts.set(scope, ofScope)
  }
  return texts
}

/** Those of the texts whose Chinese is one of the given words; nothing where there are none. */
export function textsFor(texts: KeptTexts | undefined, words: ReadonlySet<string>): KeptTexts | undefined {
  const found = Object.entries(texts ?? {}).flatMap(([language, ofLanguage]) => {
    const own = Object.entries(ofLanguage).filter(([source]) => words.has(source))
    return own.length > 0 ? [[language, Object.fromEntries(own)] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** Writes those texts that are not here yet, as if on the screen; texts that only this installation has stay. */
export async function writeTexts(
  { context, together, changed }: Take,
  scope: string,
  texts: KeptTexts | undefined,
): Promise<void> {
  const here = (await textsOf(context, [scope])).get(scope)
  const rows = Object.entries(texts ?? {}).flatMap(([language, ofLanguage]) =>
    Object.entries(ofLanguage)
      .filter(([source, text]) => here?.[language]?.[source] !== text)
      .map(([source, text]) => ({ language, source, text })),
  )
  if (rows.length === 0) return
  await together.client.query(
    `insert into platform.sys_text (language, scope, source, text, origin, update_by)
     select t.language, $2, t.source, t.text, 'screen', $3
     from jsonb_to_recordset($1::jsonb) as t(language text, source text, text text)
     on conflict (language, scope, source, origin) do update set text = excluded.text,
       update_by = excluded.update_by, update_time = localtimestamp`,
    [JSON.stringify(rows), scope, together.session.username],
  )
  changed('texts')
}
