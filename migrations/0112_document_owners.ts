import { type Kysely, sql } from 'kysely'

/** Who works on a document, and until when. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents add column owner_id uuid, add column due_on date`.execute(db)
  // Not checked on stored rows, which have none: that would lock the table while it's read.
  await sql`
    alter table documents add constraint documents_owner_id_fkey
      foreign key (owner_id) references users (id) on delete set null not valid`.execute(db)
  await sql`create index documents_owner on documents (owner_id, workspace_id) where owner_id is not null`.execute(db)
  await sql`create index documents_due on documents (workspace_id, due_on) where due_on is not null`.execute(db)
}
