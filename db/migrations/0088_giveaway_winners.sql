-- How long a winner has to answer, as the rules say it. Null: the operator says it when writing to the winner.
alter table campaigns add column answer_days smallint check (answer_days between 1 and 60);
update campaigns set answer_days = 7
  where winner_selection like '%If we don’t hear back within seven days, we draw another entry.%';

-- A code of a prize covers everything that a stay costs, taxes included.
alter table promo_codes
  add column covers_all boolean not null default false,
  add column maximum_nights integer,
  drop constraint promo_codes_check,
  add constraint promo_codes_off_check check (num_nonnulls(percent, amount) + covers_all::integer = 1),
  add constraint promo_codes_nights_check check (maximum_nights >= minimum_nights);
comment on column promo_codes.maximum_nights is 'null: a stay may have any number of nights';

-- What became of the winner of each round. A round without a row waits for the operator to write.
create table giveaway_rounds (
  draw_id uuid not null references giveaway_draws on delete cascade,
  round integer not null check (round >= 1),
  -- The secret of the page on which the winner answers.
  token uuid not null unique default gen_random_uuid(),
  written_at timestamptz,
  -- Whom the operator wrote to; null once the entry was erased.
  entry_id uuid references staycation_entries on delete set null,
  answer_by timestamptz check (answer_by > written_at),
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz,
  -- Whether the winner agreed to be named, by first name and state.
  is_named boolean not null default false,
  promo_code text unique references promo_codes on delete set null,
  -- Why another winner was drawn.
  replaced_for text check (replaced_for in ('no-answer', 'declined', 'not-eligible', 'erased')),
  primary key (draw_id, round),
  check ((written_at is null) = (answer_by is null)),
  check ((answer is null) = (answered_at is null)),
  check (answer is null or written_at is not null),
  check (not is_named or answer = 'accepted'),
  check (promo_code is null or answer = 'accepted')
);

create index giveaway_rounds_entry on giveaway_rounds (entry_id);

create constraint trigger content_changed after insert or update or delete on giveaway_rounds
  deferrable initially deferred for each row execute function content_changed();
