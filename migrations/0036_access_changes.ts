import { type Kysely, sql } from 'kysely'

/**
 * Reports every change of what an account may do: sessions, API keys, memberships, staff, disabled and deleted accounts, two-factor
 * and plans. Processes cache who a token speaks for (platform/http/actor-cache.ts). A trigger reports changes that any query of any
 * version makes: as an INFO message to the connection that makes it, and with the commit as a signal to all processes.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function access_changed() returns trigger language plpgsql as $$
    declare
      changed text := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0];
    begin
      raise info 'access_changed %', changed;
      perform pg_notify('earshot_signals', 'database access:' || changed);
      return null;
    end $$`.execute(db)
  const triggers = [
    // Expired sessions speak for nobody, and thousands of them are deleted at once.
    `access_ended after delete on access_tokens for each row
      when (old.expires_at is null or old.expires_at > now()) execute function access_changed('user_id')`,
    `access_altered after update of token_hash, user_id, workspace_id, scopes, kind, expires_at on access_tokens for each row
      execute function access_changed('user_id')`,
    `access_changed after update of email, staff, disabled on users for each row
      when ((old.email, old.staff, old.disabled) is distinct from (new.email, new.staff, new.disabled))
      execute function access_changed('id')`,
    `access_ended after delete on users for each row execute function access_changed('id')`,
    `access_changed after insert or update or delete on members for each row execute function access_changed('user_id')`,
    `access_changed after update of confirmed_at on two_factors for each row
      when (old.confirmed_at is distinct from new.confirmed_at) execute function access_changed('user_id')`,
    `access_ended after delete on two_factors for each row
      when (old.confirmed_at is not null) execute function access_changed('user_id')`,
    `access_changed after update of plan on user_plans for each row
      when (old.plan is distinct from new.plan) execute function access_changed('user_id')`,
  ]
  for (const trigger of triggers) await sql.raw(`create trigger ${trigger}`).execute(db)
}
