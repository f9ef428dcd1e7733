import type { FastifyInstance } from 'fastify'
import { registerCategory, registerCategoryScreen } from '../modules/category/routes.ts'
import { createCategoryStore } from '../modules/category/store.ts'
import { registerCheckRule } from '../modules/check-rule/routes.ts'
import { registerComments } from '../modules/comment/routes.ts'
import { createCommentStore } from '../modules/comment/store.ts'
import { registerOfferedRows } from '../modules/dict/offered-routes.ts'
import { createDictRecycleBin } from '../modules/dict/recycle-bin.ts'
import { registerDict } from '../modules/dict/routes.ts'
import { registerDictScreen } from '../modules/dict/screen-routes.ts'
import { createDrafts } from '../modules/draft/drafts.ts'
import { registerDrafts } from '../modules/draft/routes.ts'
import { createDraftStore } from '../modules/draft/store.ts'
import { registerDuplicate } from '../modules/duplicate/routes.ts'
import { createImportTemplate } from '../modules/export/import-template.ts'
import { entityExports, registerExports } from '../modules/export/routes.ts'
import { registerFillRule } from '../modules/fill-rule/routes.ts'
import { registerHistory } from '../modules/history/routes.ts'
import { createFileStore } from '../modules/import/file-store.ts'
import { fileSubs } from '../modules/import/file-subs.ts'
import { createImporter } from '../modules/import/importer.ts'
import { createLineStore } from '../modules/import/line-store.ts'
import { entityImports, registerImports } from '../modules/import/routes.ts'
import { createWorkbench } from '../modules/import/workbench.ts'
import { registerWorkbench } from '../modules/import/workbench-routes.ts'
import { createPageViews } from '../modules/list-view/list-views.ts'
import { registerSavedQueries } from '../modules/list-view/query-routes.ts'
import { createQueryStore } from '../modules/list-view/query-store.ts'
import { registerListViews } from '../modules/list-view/routes.ts'
import { createSavedQueries } from '../modules/list-view/saved-queries.ts'
import { createListViewStore } from '../modules/list-view/store.ts'
import { tellUsers } from '../modules/message/tell-users.ts'
import {
  createLimitedRead,
  createRecordSearch,
  createRowCount,
  registerOnlineForm,
  wireRoutes,
} from '../modules/online-form/index.ts'
import { registerSearch } from '../modules/search/routes.ts'
import { createSearch } from '../modules/search/search.ts'
import type { Records } from './records.ts'
import type { Services } from './services.ts'

/** What calls on records stand on. */
export function formParts(services: Services, records: Records) {
  const { documents, reader, data, dictionaries, lookups, events, connections, clock, files, say } = services
  const { upload, folder, maxMb } = files
  const { writer, exporter } = records
  const queryStore = createQueryStore(connections, clock)
  const limitedRead = createLimitedRead(connections.readPool)
  const counter = createRowCount({
    documents,
    store: data.store,
    read: limitedRead,
    now: clock,
  })
  const queries = createSavedQueries({ store: queryStore, documents, counter })
  const imports = {
    documents,
    importer: createImporter({ documents, dictionaries, writer, upload, folder, say }),
    folder,
    maxMb,
    apiBase: services.config.apiBase,
    say,
  }
  return {
    documents,
    reader,
    writer,
    actions: records.actions,
    store: data.store,
    dictionaries,
    lookups,
    log: events,
    exporter,
    orders: services.exportOrders,
    addresses: files.addresses,
    now: clock,
    exports: entityExports({ documents, exporter, log: events }),
    importParts: imports,
    imports: entityImports(imports),
    pageViews: createPageViews(createListViewStore(connections, clock), queries, documents),
    queries,
    queryStore,
    search: createSearch(documents, createRecordSearch(limitedRead, clock)),
    drafts: createDrafts(createDraftStore(connections, clock), documents, clock),
    undoOrders: records.undoOrders,
  }
}

export type Forms = ReturnType<typeof formParts>

/** Online forms, their choices and rules, and the screens that are made of nothing else. */
export function registerForms(api: FastifyInstance, services: Services, forms: Forms): void {
  const { connections, documents, data, dictionaries, lookups, fillRules, clock } = services
  registerOnlineForm(api, forms)
  registerExports(api, { ...forms, template: createImportTemplate(documents, dictionaries, services.say) })
  registerImports(api, forms.importParts)
  const workbench = createWorkbench({
    ...{ dictionaries, writer: forms.writer, say: services.say, now: clock },
    files: createFileStore(connections.writePool, clock),
    lines: createLineStore(connections.writePool),
    subsOf: (session, form) => fileSubs(documents, session, form),
    tiesOf: ({ code }) => documents.mainsOf(code).map(({ sub }) => sub.foreignKey),
    log: services.log,
  })
  registerWorkbench(api, { ...forms.importParts, workbench })
  registerDict(api, { dictionaries, documents, store: data.store, lookups })
  registerOfferedRows(api, forms)
  registerDictScreen(api, {
    forms,
    bin: createDictRecycleBin({ ...connections, documents, dictionaries }),
  })
  const categories = createCategoryStore(documents, data.store)
  registerCategory(api, categories)
  registerCategoryScreen(api, categories, forms)
  registerDuplicate(api, { documents, store: data.store, lookups })
  registerCheckRule(api, connections)
  wireRoutes(api, '/sys/checkRule', { document: 'sys_check_rule' }, forms)
  registerFillRule(api, fillRules)
  wireRoutes(api, '/sys/fillRule', { document: 'sys_fill_rule' }, forms)
  registerComments(api, {
    comments: createCommentStore(connections, clock),
    documents,
    records: data.store,
    sessions: services.sessions,
    say: services.say,
    tell: tellUsers,
    now: clock,
  })
  registerHistory(api, {
    pool: connections.readPool,
    orders: forms.undoOrders,
    atOnce: services.undoneAtOnce,
    writePool: connections.writePool,
    documents,
    reader: forms.reader,
    writer: forms.writer,
    now: clock,
  })
  registerDrafts(api, { drafts: forms.drafts, documents, records: data.store })
  registerSavedQueries(api, { queries: forms.queries, store: forms.queryStore, documents })
  registerSearch(api, forms.search)
  registerListViews(api, { views: createListViewStore(connections, clock), documents })
  wireRoutes(api, '/joa/biz/extBizLeave', { document: 'ext_biz_leave' }, forms)
}
