import { OF_TENANT, type PlatformTable, SHARED, STAMPS } from './platform-table.ts'

/** Tables about other systems that this one reads from or leads to. */
export const CONNECTED_SYSTEMS = {
  sys_data_source: {
    columns: {
      code: 'varchar(100)',
      name: 'varchar(100)',
      remark: 'varchar(200)',
      dbType: 'varchar(10)',
      dbDriver: 'varchar(100)',
      dbUrl: 'varchar(500)',
      dbName: 'varchar(100)',
      dbUsername: 'varchar(100)',
      dbPassword: 'text',
      ...STAMPS,
    },
    scope: OF_TENANT,
    version: 'version',
    unique: { sys_data_source_tenant_id_code_key: ['code'] },
  },
  sys_gateway_route: {
    columns: {
      routerId: 'varchar(50)',
      name: 'varchar(50)',
      uri: 'varchar(255)',
      predicates: 'text',
      filters: 'text',
      status: 'integer',
      ...STAMPS,
    },
    scope: SHARED,
    version: 'version',
    unique: { sys_gateway_route_router_id_key: ['routerId'] },
  },
} as const satisfies Record<string, PlatformTable>
