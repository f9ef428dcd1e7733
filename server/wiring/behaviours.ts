import { scopeOf } from '../language.ts'
import { agentRules } from '../modules/agent/agent-rules.ts'
import { announcementRules } from '../modules/announcement/announcement-rules.ts'
import { areaText } from '../modules/area/area-text.ts'
import { backupRules } from '../modules/backup/backups.ts'
import { categoryRules } from '../modules/category/category-rules.ts'
import { checkRuleRules } from '../modules/check-rule/check-rule-rules.ts'
import { ruleCheckedValues } from '../modules/check-rule/rule-checked-values.ts'
import { commentRules } from '../modules/comment/comment-rules.ts'
import { dataSourceRules } from '../modules/data-source/data-source-rules.ts'
import { departRules } from '../modules/depart/depart-rules.ts'
import { departRoleRules } from '../modules/depart-role/depart-role-rules.ts'
import { dictRules } from '../modules/dict/dict-rules.ts'
import type { Documents } from '../modules/document/documents.ts'
import { fileRules } from '../modules/file/file-rules.ts'
import { ossFileRules } from '../modules/file/oss-file-rules.ts'
import { fillRuleRules } from '../modules/fill-rule/fill-rule-rules.ts'
import { gatewayRules } from '../modules/gateway-route/gateway-rules.ts'
import type { JobClasses } from '../modules/job/job-classes.ts'
import { jobRules, jobRunRules } from '../modules/job/job-rules.ts'
import { queryNews } from '../modules/list-view/query-news.ts'
import { announcementMails } from '../modules/message/announcement-mails.ts'
import { messageRules, templateRules } from '../modules/message/message-rules.ts'
import { tellUsers } from '../modules/message/tell-users.ts'
import { type Behaviour, builtInBehaviours } from '../modules/online-form/index.ts'
import { dataRuleRules } from '../modules/permission/data-rule-rules.ts'
import { permissionRules } from '../modules/permission/permission-rules.ts'
import { roleRules } from '../modules/role/role-rules.ts'
import { roleIndexRules } from '../modules/role-index/role-index-rules.ts'
import { tenantRules } from '../modules/tenant/tenant-rules.ts'
import { userRules } from '../modules/user/user-rules.ts'
import type { Services } from './services.ts'

/** The rules of modules, over the documents that they ask: what happens because a record is saved. */
export function behavioursOver(
  services: Services,
  documents: Documents,
  jobClasses: JobClasses,
): readonly Behaviour[] {
  const { data, fillRules, dictionaries, log, sessions, passwords, box, files, backupFolder, texts } =
    services
  return [
    ...builtInBehaviours({
      documents,
      store: data.store,
      fillRules,
      dictionaries,
      areaText,
      log,
    }),
    fileRules(files.table, files.rights),
    ossFileRules(files.table),
    roleRules(sessions, documents),
    userRules(sessions, documents, passwords),
    departRules(sessions),
    departRoleRules(sessions),
    announcementRules,
    dictRules(dictionaries, documents),
    categoryRules,
    commentRules,
    checkRuleRules,
    ruleCheckedValues,
    fillRuleRules(documents),
    agentRules(documents),
    tenantRules(sessions),
    jobRules(jobClasses),
    jobRunRules,
    messageRules,
    templateRules,
    announcementMails,
    permissionRules({ sessions, documents }),
    dataRuleRules({ sessions, documents }),
    dataSourceRules(box),
    gatewayRules,
    roleIndexRules,
    backupRules(backupFolder),
    queryNews({
      documents,
      sessions,
      say: texts.say,
      formTitle: (language, { code, title }) => texts.readerOf(language).word(scopeOf.form(code), title),
      tell: tellUsers,
      warn: (reason, message) => log.warn({ err: reason }, message),
    }),
  ]
}
