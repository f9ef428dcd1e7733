import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { nothing } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import { languageBody, wordsBody } from '#schemas/api/text.ts'
import { OWN_LANGUAGE } from '#schemas/text/text.ts'
import type { Tables } from '../../database/tables.ts'
import { badRequest } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { keepLanguage } from './store.ts'
import type { Texts } from './texts.ts'

/** Calls about languages: one's own, and the texts of documents, dictionaries and menus. */
export function registerTexts(
  app: FastifyInstance,
  { texts, write }: { texts: Texts; write: Kysely<Tables> },
): void {
  route(
    app,
    'PUT',
    '/sys/user/language',
    { access: 'signedIn', beforePasswordChange: true, body: languageBody, answer: nothing },
    async ({ body, session }) => {
      await keepLanguage(write, session.userId, body.language)
      return ok(null)
    },
  )

  route(
    app,
    'PUT',
    '/sys/text/words',
    { access: { permission: 'system:text:translate' }, body: wordsBody, answer: nothing },
    async ({ body, session }) => {
      const { language, words } = body
      if (language === OWN_LANGUAGE) throw badRequest('中文是原文，请在文档、字典或菜单中修改')
      const known = new Set((await texts.all(language)).map(({ scope, source }) => `${scope} ${source}`))
      const strange = words.find(({ scope, source }) => !known.has(`${scope} ${source}`))
      if (strange) throw badRequest(`文字“${strange.source}”已不存在，请刷新后重试`)
      await texts.write(language, words, session.username)
      return ok(null, '保存成功！')
    },
  )
}
