import { type Kysely, sql } from 'kysely'

/** What staff changed in the list of language models. A row replaces the shipped figures of its model, or adds a model. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table model_catalogue (
      provider text not null,
      model text not null,
      context_tokens bigint check (context_tokens > 0),
      output_tokens bigint check (output_tokens > 0),
      input_usd numeric check (input_usd > 0),
      output_usd numeric check (output_usd > 0),
      cached_usd numeric check (cached_usd > 0),
      price_until date,
      as_of date not null,
      source text not null,
      hidden boolean not null default false,
      edited_by uuid references users (id) on delete set null,
      edited_at timestamptz not null default now(),
      primary key (provider, model),
      check ((input_usd is null) = (output_usd is null)),
      check (input_usd is not null or (cached_usd is null and price_until is null))
    )`.execute(db)
}
