import type { ClientBase } from 'pg'

/** Describes the schema, one line per column, constraint, index, trigger and function, so that two databases can be compared. */
export async function schemaWords(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `with ours as (
       select c.oid, c.relname, c.relkind from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely_migration%'
         -- Parts of partitioned tables are made as time goes by.
         and not c.relispartition)
     select format('column %s.%s %s%s%s%s', o.relname, a.attname, format_type(a.atttypid, a.atttypmod),
         case when a.attnotnull then ' not null' end,
         case a.attidentity when 'a' then ' identity always' when 'd' then ' identity' end,
         coalesce(case a.attgenerated when '' then ' default ' else ' generated ' end || pg_get_expr(d.adbin, d.adrelid), ''))
       as line
     from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
     where o.relkind in ('r', 'p', 'v')
     union all
     select format('constraint %s %s %s', o.relname, k.conname, pg_get_constraintdef(k.oid))
     from ours o join pg_constraint k on k.conrelid = o.oid where k.contype <> 'n'
     union all
     select 'index ' || pg_get_indexdef(o.oid) from ours o where o.relkind in ('i', 'I')
     union all
     select 'trigger ' || pg_get_triggerdef(t.oid) from ours o join pg_trigger t on t.tgrelid = o.oid where not t.tgisinternal
     union all
     select format('function %s %s', p.proname, md5(p.prosrc)) from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend x where x.objid = p.oid and x.deptype = 'e')
     order by 1`,
  )
  return rows.map(({ line }) => line)
}
