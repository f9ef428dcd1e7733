import Fastify from 'fastify'
import pg from 'pg'
import autocannon from 'autocannon'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { ok, pageOf } from '#schemas/api/envelope.ts'
import { createReadQuery } from './read-query.ts'
import { createFormReader } from './service.ts'
import { createFormStore } from './store.ts'
import { createTableChanges } from './table-changes.ts'
import { applySyncs } from './table-sync.ts'
import { createTotals } from './totals.ts'
for (const oid of [1082, 1114, 1083]) pg.types.setTypeParser(oid, (text) => text)
const o = { host: '/tmp/pgd', user: 'postgres', database: 'scratch' }
const pool = new pg.Pool(o)
const readPool = new pg.Pool({ ...o, max: 10, options: '-c default_transaction_read_only=on' })
const props: any = { name:{type:'string',title:'n',view:'text'}, level:{type:'string',title:'l',view:'list',dict:[{value:'1',text:'一'},{value:'2',text:'二'}]}, status:{type:'string',title:'s',view:'list',dict:'st'}, owner:{type:'string',title:'o',view:'sel_user'} }
for (let i=0;i<8;i++) props['c'+i]={type: i%2?'integer':'string',title:'c',view:i%2?'number':'text'}
const form = compileForm({kind:'form',code:'big',title:'b',schema:{type:'object',properties:props},indexes:[{columns:['status','create_time']}]} as any as FormDocument)
await pool.query('drop table if exists data.big; delete from platform.form_table where table_name=\'big\'')
console.log((await applySyncs(pool,[{code:'big',wanted:form.table}])).get('big'))
await pool.query(`insert into data.big (id,create_by,create_time,_tenant,_version,name,level,status,owner,c0,c1,c2,c3,c4,c5,c6,c7) select (10000000000+g)::text,'admin',timestamp '2026-01-01'+g*interval '1 minute',1,1,'name '||g, (g%2+1)::text,(g%7)::text,'u'||g%50,'a'||g,g,'b'||g,g,'c',g,'d',g from generate_series(1,100000) g`)
await pool.query('analyze data.big')
const changes = createTableChanges(); changes.setListening(true)
const read = createReadQuery(readPool)
const dict = { texts: async (k: string, v: readonly string[]) => new Map(v.map(x=>[x,k+x])) }
const reader = createFormReader({documents: null as any, store: createFormStore(read, createTotals(changes)), read, dictionaries: dict, areaText:()=>null})
const session = { id:'s', userId:'u1', username:'admin', realname:'管', tenantId:1, orgCode:'A01', orgCodes:['A01'], roleCodes:[], isAdmin:false, permissions:new Set(), forms:new Map(), rightsVersion:'1'} as any
const app = Fastify()
app.get('/ours', async (r) => { const {records,total,pageNo,pageSize} = await reader.list(form, session, r.query as any); return ok(pageOf(records,total,pageNo,pageSize)) })
const sql = `select "id","create_by","create_time","update_by","update_time","sys_org_code","_version","name","level","status","owner","c0","c1","c2","c3","c4","c5","c6","c7" from "data"."big" where "_tenant" = $1 and "status" = $2 order by "create_time" desc, "id" desc limit $3 offset $4`
app.get('/bare', async (r) => { const q = r.query as any; const {rows} = await readPool.query({ text: sql, values:[1,q.status,10,0]}); return rows })
app.get('/bareprep', async (r) => { const q = r.query as any; const {rows} = await readPool.query({ name:'x', text: sql, values:[1,q.status,10,0]}); return rows })
app.get('/baretotal', async (r) => { const q = r.query as any; const {rows} = await readPool.query({ text: sql, values:[1,q.status,10,0]});  const c = await readPool.query({ text: 'select count(*) from data.big where "_tenant"=$1 and status=$2', values:[1,q.status]}); return {rows,total:c.rows[0].count} })
await app.listen({port:3999})
console.log((await readPool.query('explain '+sql,[1,'3',10,0])).rows.map(r=>r['QUERY PLAN']).join('\n'))
for (const p of ['ours','bare','bareprep','ours','bare','baretotal','ours']) { const r = await autocannon({url:`http://127.0.0.1:3999/${p}?status=3&pageNo=1&pageSize=10&column=create_time&order=desc`,connections:32,duration:4}); console.log(p, r.requests.average, r.non2xx) }
await app.close(); await pool.end(); await readPool.end()
