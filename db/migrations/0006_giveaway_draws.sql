-- What the giveaway's page shows, its bonus kept by the database, and a draw that anyone can check.

alter table campaigns
  -- What the page shows beside the rules: parsed by the giveaway feature.
  add column content jsonb not null default '{}',
  -- The public source of the draw's seed, named before anyone can know the seed.
  add column seed_source text;

-- A restored dump brings what these triggers wrote: `site.restoring`, set for its transaction alone, tells them to rest.

-- An entry's total is one and the bonus of its shares, however many arrive at once: each takes the entry's lock before it is counted.
create function lock_shared_entry() returns trigger language plpgsql as $$
begin
  perform from staycation_entries where campaign_id = new.campaign_id and email = new.email for update;
  return new;
end $$;
create trigger lock_shared_entry before insert on staycation_shares for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function lock_shared_entry();

create function count_shares() returns trigger language plpgsql as $$
begin
  update staycation_entries entry
    set total_entries = 1 + least(campaign.maximum_bonus, campaign.bonus_per_channel * (
        select count(*)::integer from staycation_shares share
          where share.campaign_id = new.campaign_id and share.email = new.email and share.channel = any (campaign.channels))),
      updated_at = new.created_at
    from campaigns campaign
    where campaign.id = new.campaign_id and entry.campaign_id = new.campaign_id and entry.email = new.email;
  return null;
end $$;
create trigger count_shares after insert on staycation_shares for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function count_shares();

create table giveaway_draws (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null unique references campaigns,
  -- SHA-256 of the list of entries as it is published.
  list_digest text not null check (list_digest ~ '^[0-9a-f]{64}$'),
  lines integer not null check (lines > 0),
  tickets integer not null check (tickets >= lines),
  seed_source text not null check (btrim(seed_source) <> ''),
  frozen_at timestamptz not null,
  seed text check (seed ~ '^[\x21-\x7e]+( [\x21-\x7e]+)*$'),
  -- How many winners were drawn, one after the other: another one when the last did not answer.
  rounds integer not null default 0 check (rounds between 0 and lines),
  drawn_at timestamptz,
  check ((seed is null) = (rounds = 0)),
  check ((seed is null) = (drawn_at is null))
);

-- The list: one line an entry, its code known to the entrant alone. A person's entry may be deleted later, the line stays.
create table giveaway_draw_lines (
  draw_id uuid not null references giveaway_draws on delete cascade,
  line integer not null check (line > 0),
  code text not null check (code ~ '^[0-9a-f]{64}$'),
  entries integer not null check (entries > 0),
  entry_id uuid references staycation_entries on delete set null,
  primary key (draw_id, line),
  unique (draw_id, code)
);
create index giveaway_draw_lines_entry on giveaway_draw_lines (entry_id);

create constraint trigger content_changed after insert or update or delete on giveaway_draws
  deferrable initially deferred for each row execute function content_changed();

-- Once the list is published nothing is entered or changed any more. Deleting stays possible: whoever asks to be forgotten is.
create function entries_are_frozen() returns trigger language plpgsql as $$
begin
  -- Waits for a freeze that is under way, which holds the campaign's row.
  perform from campaigns where id = new.campaign_id for key share;
  if exists (select from giveaway_draws where campaign_id = new.campaign_id) then
    raise exception 'the entries of this giveaway are frozen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger entries_are_frozen before insert or update on staycation_entries for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function entries_are_frozen();
create trigger entries_are_frozen before insert or update on staycation_shares for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function entries_are_frozen();

-- What was published stays as it was: the seed is entered once, and winners are only added.
create function draw_is_published() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.list_digest, new.lines, new.tickets, new.seed_source, new.frozen_at)
      is distinct from (old.campaign_id, old.list_digest, old.lines, old.tickets, old.seed_source, old.frozen_at)
    or (old.seed is not null and new.seed is distinct from old.seed)
    or new.rounds < old.rounds then
    raise exception 'a published draw is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger draw_is_published before update on giveaway_draws for each row execute function draw_is_published();

create function draw_lines_are_published() returns trigger language plpgsql as $$
begin
  if (new.draw_id, new.line, new.code, new.entries) is distinct from (old.draw_id, old.line, old.code, old.entries)
    or (new.entry_id is not null and new.entry_id is distinct from old.entry_id) then
    raise exception 'a published list is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger draw_lines_are_published before update on giveaway_draw_lines
  for each row execute function draw_lines_are_published();
