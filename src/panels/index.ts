import { lazy } from 'react'
import type { PanelRegistry } from '#renderer/index.ts'
import type { PANEL_NAMES } from '#schemas/page/panel-names.ts'

/** The one list of panels: what documents may open by name. */
export const panels = {
  'api-key': { component: lazy(() => import('./api-key/ApiKeyPanel.tsx')), width: 640 },
  'backup-download': {
    component: lazy(() => import('./backup-download/BackupDownloadPanel.tsx')),
    width: 480,
  },
  'check-rule-test': {
    component: lazy(() => import('./check-rule-test/CheckRuleTestPanel.tsx')),
    width: 520,
  },
  'dict-recycle': { component: lazy(() => import('./dict-recycle/DictRecyclePanel.tsx')), width: 800 },
  'export-download': {
    component: lazy(() => import('./export-download/ExportDownloadPanel.tsx')),
    width: 480,
  },
  'fill-rule-test': {
    component: lazy(() => import('./fill-rule-test/FillRuleTestPanel.tsx')),
    width: 520,
  },
  'data-versions': { component: lazy(() => import('./data-versions/DataVersionsPanel.tsx')), width: 960 },
  'job-plan': { component: lazy(() => import('./job-plan/JobPlanPanel.tsx')), width: 420 },
  'menu-entries': { component: lazy(() => import('./menu-entries/MenuEntriesPanel.tsx')), width: 860 },
  'message-test': { component: lazy(() => import('./message-test/MessageTestPanel.tsx')), width: 560 },
  'data-rules': { component: lazy(() => import('./data-rules/DataRulesPanel.tsx')), width: 860 },
  'depart-grants': { component: lazy(() => import('./depart-grants/DepartGrantsPanel.tsx')), width: 720 },
  'depart-role-grants': {
    component: lazy(() => import('./depart-grants/DepartRoleGrantsPanel.tsx')),
    width: 720,
  },
  'depart-role-users': {
    component: lazy(() => import('./members/DepartRoleUsersPanel.tsx')),
    width: 760,
  },
  'record-comments': {
    component: lazy(() => import('./record-comments/RecordCommentsPanel.tsx')),
    width: 720,
  },
  'record-life': { component: lazy(() => import('./record-life/RecordLifePanel.tsx')), width: 860 },
  recycle: { component: lazy(() => import('./recycle/RecyclePanel.tsx')), width: 1000 },
  notice: { component: lazy(() => import('./notice/NoticePanel.tsx')), width: 800 },
  'text-edit': { component: lazy(() => import('./text-edit/TextEditPanel.tsx')), width: 860 },
  'role-grants': { component: lazy(() => import('./role-grants/RoleGrantsPanel.tsx')), width: 960 },
  'tenant-members': { component: lazy(() => import('./tenant-members/TenantMembersPanel.tsx')), width: 720 },
  'role-users': { component: lazy(() => import('./members/RoleUsersPanel.tsx')), width: 760 },
  'user-password': { component: lazy(() => import('./user-password/UserPasswordPanel.tsx')), width: 480 },
  'user-sessions': { component: lazy(() => import('./user-sessions/UserSessionsPanel.tsx')), width: 760 },
} satisfies PanelRegistry & Record<(typeof PANEL_NAMES)[number], unknown>
