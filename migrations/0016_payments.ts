import { type Kysely, sql } from 'kysely'

/**
 * The ledger of what people are entitled to and why, and what payments left behind: orders, customers, subscriptions and
 * invoices at the providers, and what those told us.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table plan_grants rename to entitlements`.execute(db)
  await sql`
    alter table entitlements
      add column reference text not null default '',
      add column what text not null default 'plan' check (what in ('plan', 'seodata')),
      add column renews_at timestamptz,
      alter column plan drop not null,
      add constraint entitlements_plan check ((what = 'plan') = (plan is not null)),
      drop constraint plan_grants_pkey,
      add primary key (user_id, source, reference, what)`.execute(db)
  await sql`
    create table entitlement_changes (
      user_id uuid not null references users on delete cascade,
      no bigint generated always as identity,
      at timestamptz not null,
      source text not null,
      reference text not null,
      what text not null,
      change text not null check (change in ('given', 'changed', 'taken')),
      plan text,
      interval text,
      until timestamptz,
      renews_at timestamptz,
      cause text,
      primary key (user_id, no)
    )`.execute(db)
  // What was once so stays written; it goes with its account alone.
  await sql`
    create function refuse_change_of_history() returns trigger language plpgsql as $$
    begin raise exception 'entitlement_changes is only ever added to'; end $$`.execute(db)
  await sql`
    create trigger entitlement_changes_stay before update on entitlement_changes
    for each row execute function refuse_change_of_history()`.execute(db)
  await sql`
    insert into entitlement_changes (user_id, at, source, reference, what, change, plan, interval, until)
    select user_id, granted_at, source, reference, what, 'given', plan, interval, until from entitlements`.execute(db)

  await sql`alter table users add column affiliate text`.execute(db)
  await sql`
    create table selling_prices (
      feature text primary key,
      label text not null,
      price jsonb not null
    )`.execute(db)
  await sql`
    insert into selling_prices (feature, label, price) values
      ('seodata', 'Live search data', '{"month": 15, "year": 150}'),
      ('code', 'Lifetime code', '{"once": 59}')`.execute(db)

  await sql`
    create table payment_orders (
      id uuid primary key,
      provider text not null check (provider in ('stripe', 'stripe_ae', 'coinbase')),
      provider_id text,
      user_id uuid references users on delete cascade,
      email text,
      feature text not null,
      interval text,
      quantity integer not null,
      unit_amount integer not null,
      amount_total integer not null,
      currency text not null,
      affiliate text,
      url text,
      expires_at timestamptz,
      state text not null default 'waiting'
        check (state in ('waiting', 'processing', 'paid', 'failed', 'expired', 'taken_back')),
      payment_id text,
      subscription_id text,
      receipt_url text,
      refunded integer not null default 0,
      disputed boolean not null default false,
      codes_redeemed integer not null default 0,
      codes_mailed integer not null default 0,
      created_at timestamptz not null,
      paid_at timestamptz,
      delivered_at timestamptz
    )`.execute(db)
  await sql`create unique index payment_orders_provider on payment_orders (provider, provider_id)`.execute(db)
  await sql`create index payment_orders_payment on payment_orders (provider, payment_id)`.execute(db)
  await sql`create index payment_orders_subscription on payment_orders (provider, subscription_id)`.execute(db)
  await sql`create index payment_orders_of on payment_orders (user_id, created_at desc)`.execute(db)
  await sql`create index payment_orders_unclaimed on payment_orders (email) where user_id is null`.execute(db)
  await sql`
    alter table codes
      add column order_id uuid references payment_orders on delete set null,
      add column sealed text,
      add column taken_back_at timestamptz`.execute(db)
  await sql`create index codes_of_order on codes (order_id) where order_id is not null`.execute(db)

  await sql`
    create table payment_customers (
      user_id uuid not null references users on delete cascade,
      provider text not null,
      customer_id text not null,
      primary key (user_id, provider)
    )`.execute(db)
  await sql`create index payment_customers_of on payment_customers (provider, customer_id)`.execute(db)
  await sql`
    create table payment_subscriptions (
      user_id uuid not null references users on delete cascade,
      provider text not null,
      id text not null,
      customer_id text not null,
      feature text not null,
      interval text not null,
      amount integer not null,
      currency text not null,
      status text not null check (status in ('incomplete', 'active', 'past_due', 'ended')),
      started_at timestamptz not null,
      period_end timestamptz not null,
      ends_at timestamptz,
      ended_at timestamptz,
      pending_feature text,
      pending_interval text,
      pending_at timestamptz,
      unpaid_invoice_id text,
      unpaid_since timestamptz,
      unpaid_url text,
      grace_until timestamptz,
      asked_at timestamptz not null,
      primary key (provider, id)
    )`.execute(db)
  await sql`create index payment_subscriptions_of on payment_subscriptions (user_id)`.execute(db)
  await sql`
    create table payment_invoices (
      user_id uuid not null references users on delete cascade,
      provider text not null,
      id text not null,
      subscription_id text,
      number text,
      description text not null,
      status text not null check (status in ('draft', 'open', 'paid', 'failed', 'void')),
      amount integer not null,
      refunded integer not null default 0,
      disputed boolean not null default false,
      currency text not null,
      at timestamptz not null,
      covers_until timestamptz not null,
      url text,
      pdf_url text,
      primary key (provider, id)
    )`.execute(db)
  await sql`create index payment_invoices_of on payment_invoices (user_id, at desc)`.execute(db)
  await sql`
    create index payment_invoices_subscription on payment_invoices (provider, subscription_id, covers_until)`.execute(
    db,
  )
  await sql`
    create table payment_events (
      provider text not null,
      id text not null,
      type text not null,
      subject_kind text,
      subject_id text,
      created_at timestamptz,
      received_at timestamptz not null,
      deliveries integer not null default 1,
      handled_at timestamptz,
      outcome text,
      primary key (provider, id)
    )`.execute(db)
  await sql`create index payment_events_received on payment_events (received_at)`.execute(db)
  await sql`
    create table payment_looks (
      provider text not null,
      kind text not null,
      id text not null,
      ticket integer not null default 1,
      applied integer not null default 0,
      at timestamptz not null,
      primary key (provider, kind, id)
    )`.execute(db)
  await sql`
    create table payment_mails (
      user_id uuid references users on delete cascade,
      order_id uuid references payment_orders on delete cascade,
      key text primary key,
      kind text not null,
      provider text,
      subscription_id text,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db)
}
