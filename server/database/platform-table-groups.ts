import { OF_PLATFORM, OF_TENANT, type PlatformTable, STAMPS } from './platform-table.ts'

/** Keys that integrators sign their calls with; the key itself is in no column. */
export const ACCOUNT_TABLES: Readonly<Record<string, PlatformTable>> = {
  sys_api_key: {
    columns: {
      keyName: 'varchar(100)',
      keyHint: 'varchar(20)',
      rights: 'text',
      endDate: 'date',
      status: 'varchar(1)',
      lastUsed: 'timestamp(0)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
  },
}

/** Scheduled jobs and their runs. */
export const JOB_TABLES: Readonly<Record<string, PlatformTable>> = {
  sys_quartz_job: {
    columns: {
      jobClassName: 'varchar(255)',
      cronExpression: 'varchar(255)',
      parameter: 'varchar(2000)',
      description: 'varchar(255)',
      status: 'integer',
      nextTime: 'timestamp(0)',
      lastTime: 'timestamp(0)',
      lastStatus: 'varchar(1)',
      ...STAMPS,
    },
    scope: OF_PLATFORM,
    version: 'version',
  },
  sys_quartz_job_log: {
    columns: {
      jobId: 'varchar(36)',
      jobClassName: 'varchar(255)',
      parameter: 'varchar(2000)',
      triggerType: 'varchar(1)',
      status: 'varchar(1)',
      planTime: 'timestamp(0)',
      beginTime: 'timestamp(0)',
      endTime: 'timestamp(0)',
      duration: 'integer',
      missed: 'integer',
      output: 'text',
      error: 'text',
      node: 'varchar(100)',
      ...STAMPS,
    },
    scope: OF_PLATFORM,
    version: 'version',
  },
}

/** Backups that were made. */
export const BACKUP_TABLES: Readonly<Record<string, PlatformTable>> = {
  sys_backup: {
    columns: {
      fileName: 'varchar(100)',
      status: 'varchar(1)',
      progress: 'varchar(200)',
      tableCount: 'integer',
      rowCount: 'varchar(20)',
      fileSize: 'varchar(20)',
      error: 'varchar(500)',
      endTime: 'timestamp(0)',
      ...STAMPS,
    },
    scope: OF_PLATFORM,
    version: 'version',
  },
}

/** Files that were uploaded, and those that the file list keeps. */
export const FILE_TABLES: Readonly<Record<string, PlatformTable>> = {
  oss_file: {
    columns: { fileName: 'varchar(255)', url: 'varchar(1000)', ...STAMPS },
    scope: OF_TENANT,
    version: 'version',
  },
  sys_file: {
    columns: {
      path: 'varchar(300)',
      fileName: 'varchar(255)',
      fileSize: 'integer',
      contentType: 'varchar(100)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
  },
}

/** Messages that leave the system, and their templates. */
export const MESSAGE_TABLES: Readonly<Record<string, PlatformTable>> = {
  sys_message: {
    columns: {
      esTitle: 'varchar(100)',
      esType: 'varchar(20)',
      esReceiver: 'varchar(1000)',
      esParam: 'varchar(2000)',
      esContent: 'text',
      esSendTime: 'timestamp(0)',
      esSendStatus: 'varchar(1)',
      esSendNum: 'integer',
      esResult: 'varchar(500)',
      remark: 'varchar(500)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
  },
  sys_message_template: {
    columns: {
      templateCode: 'varchar(64)',
      templateName: 'varchar(100)',
      templateType: 'varchar(20)',
      templateCategory: 'varchar(50)',
      templateContent: 'text',
      templateTestJson: 'varchar(2000)',
      useStatus: 'varchar(1)',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
    unique: { sys_message_template_tenant_id_template_code_key: ['templateCode'] },
    lookup: ['id', 'template_name', 'template_code'],
  },
}
