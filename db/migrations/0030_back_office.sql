-- The data of the operator's day: fees and taxes as authorities levy them, price lines that say what they are made of, a ledger of money,
-- blocks as periods, and who did what, when, and why.

-- What is wrong already is moved as it is, and does not keep the site from starting.
set local site.restoring = 'on';

-- Fees of any name: for the stay, for each guest beyond those included, or for pets. A fee names the taxes on it.
alter table fees
  drop constraint fees_kind_check,
  add constraint fees_kind_check check (kind in ('stay', 'guest', 'pet')),
  drop constraint if exists fees_included_guests_check,
  add constraint fees_included_guests_check check (included_guests >= 0),
  add column each_pet boolean not null default false,
  add constraint fees_each_pet check (kind = 'pet' or not each_pet),
  add unique (property_id, id);
comment on column fees.each_pet is 'a pet fee is for each pet; otherwise once, however many come';
alter table taxes add unique (property_id, id);

create table fee_taxes (
  property_id uuid not null,
  fee_id uuid not null,
  tax_id uuid not null,
  primary key (fee_id, tax_id),
  foreign key (property_id, fee_id) references fees (property_id, id) on delete cascade,
  foreign key (property_id, tax_id) references taxes (property_id, id) on delete cascade
);
create index fee_taxes_tax on fee_taxes (tax_id);
comment on table fee_taxes is 'the taxes on each fee; both belong to one property';
insert into fee_taxes (property_id, fee_id, tax_id)
  select fees.property_id, fees.id, taxes.id from fees join taxes using (property_id)
    where fees.taxable and 'fees' = any (taxes.applies_to);
create constraint trigger content_changed after insert or update or delete on fee_taxes
  deferrable initially deferred for each row execute function content_changed();

-- A table whose deferred triggers still wait cannot be altered.
set constraints all immediate;
alter table fees drop column taxable;
alter table taxes drop constraint taxes_applies_to_check;
update taxes set applies_to = array_remove(applies_to, 'fees');
set constraints all immediate;
alter table taxes
  alter column applies_to set default '{nights,cleaning}',
  drop constraint taxes_rate_check,
  add column basis text not null default 'percent' check (basis in ('percent', 'night', 'guest-night')),
  add column first_nights integer check (first_nights >= 1),
  add column not_from_nights integer check (not_from_nights >= 2),
  add constraint taxes_rate_check check (rate >= 0 and (basis <> 'percent' or rate < 100)),
  add constraint taxes_applies_to_check check (applies_to <@ '{nights,cleaning}'::text[]
    and (basis = 'percent' or applies_to = '{nights}'));
comment on column taxes.rate is 'percent of the parts in applies_to and of the fees in fee_taxes, 10.4 is 10.4 %; or dollars a night';
comment on column taxes.first_nights is 'only so many nights of a stay are taxed';
comment on column taxes.not_from_nights is 'stays of so many nights or more are exempt';

-- The lines of fees and taxes name their rows. Lines from before are matched by what guests read, which is unique in a home.
create function lines_with_sources(home uuid, priced jsonb) returns jsonb language sql stable return (
  select coalesce(jsonb_agg(
    case line ->> 'kind'
      when 'tax' then line || coalesce((
        select jsonb_strip_nulls(jsonb_build_object('taxId', taxes.id, 'jurisdiction', taxes.jurisdiction)) from taxes
          where taxes.property_id = home and line ->> 'label' like replace(replace(taxes.name, '%', '\%'), '_', '\_') || ' (%'
          order by length(taxes.name) desc limit 1), '{}')
        || jsonb_build_object('basis', 'percent')
        || case when line ->> 'note' is null then '{}' else jsonb_build_object('taxable', (
          select coalesce(sum((other ->> 'amount')::bigint), 0) from jsonb_array_elements(priced) other
            where (other ->> 'kind' in ('nights', 'discount') and line ->> 'note' ~ '\mon .*\mnights\M')
              or (other ->> 'kind' = 'cleaning' and line ->> 'note' ~ '\mon .*\mcleaning\M')
              or (other ->> 'kind' = 'pet' and line ->> 'note' ~ '\mon .*\mpets\M')
              or (other ->> 'kind' = 'guest' and line ->> 'note' ~ '\mon .*\mextra guests\M'))) end
      when 'pet' then line || coalesce((
        select jsonb_build_object('feeId', fees.id) from fees
          where fees.property_id = home and fees.kind = 'pet' and starts_with(line ->> 'label', fees.label)
          order by length(fees.label) desc limit 1), '{}')
      when 'guest' then line || coalesce((
        select jsonb_build_object('feeId', fees.id) from fees
          where fees.property_id = home and fees.kind = 'guest' and starts_with(line ->> 'label', fees.label)
          order by length(fees.label) desc limit 1), '{}')
      else line
    end order by place), '[]')
  from jsonb_array_elements(priced) with ordinality listed(line, place));
update bookings set lines = lines_with_sources(property_id, lines) where jsonb_typeof(lines) = 'array';
update quotes set lines = lines_with_sources(property_id, lines) where jsonb_typeof(lines) = 'array';
drop function lines_with_sources;
set constraints all immediate;

-- Where a booking came from, what operators note about it, and where it was before it was moved.
alter table bookings
  add column source text not null default 'website' check (source in ('website', 'phone', 'email', 'friends', 'other')),
  add column private_note text,
  add column moved_from_property_id uuid references properties,
  add column moved_from_nights daterange,
  add constraint bookings_moved_from check ((moved_from_property_id is null) = (moved_from_nights is null));
comment on column bookings.private_note is 'only operators read it';

-- Accounts end, and what their holders did stays told: the name is kept beside the account.
alter table booking_changes
  add column operator_id uuid references users on delete set null,
  add column operator_name text,
  add column reason text,
  add constraint booking_changes_operator check (cause = 'operator' or operator_name is null);
comment on column booking_changes.reason is 'what the operator told the guest';

create table audit (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid references users on delete set null,
  operator_name text,
  action text not null,
  subject text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  undoes uuid unique references audit deferrable initially deferred,
  happened_at timestamptz not null
);
create index audit_subject on audit (subject, subject_id);
create index audit_time on audit (happened_at);
comment on table audit is 'who changed what in the back office, when and why; without a name it was a command or the demo';
comment on column audit.undoes is 'the change that this one took back; once only';

-- Every movement of money, once. Card payments write it themselves, so that no code can forget it.
create table ledger (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  payment_id uuid references payments,
  kind text not null check (kind in ('charged', 'refunded', 'kept', 'paid-elsewhere')),
  amount numeric(8, 2) not null check (amount <> 0),
  note text,
  operator_id uuid references users on delete set null,
  operator_name text,
  happened_at timestamptz not null,
  constraint ledger_card check ((kind in ('charged', 'refunded')) = (payment_id is not null))
);
create index ledger_booking on ledger (booking_id);
create index ledger_time on ledger (happened_at);
comment on column ledger.kind is 'kept: the part of what was charged that a cancellation does not return';
comment on column ledger.amount is 'negative where a bank returned a refund or took a charge back';

create function payments_write_the_ledger() returns trigger language plpgsql as $$
begin
  insert into ledger (booking_id, payment_id, kind, amount, happened_at)
    select new.booking_id, new.id, moved.kind, moved.amount, clock_timestamp()
      from (values ('charged', new.received - case when tg_op = 'INSERT' then 0 else old.received end),
        ('refunded', new.refunded - case when tg_op = 'INSERT' then 0 else old.refunded end)) moved (kind, amount)
      where moved.amount <> 0;
  return null;
end $$;
create trigger payments_write_the_ledger after insert or update of received, refunded on payments for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function payments_write_the_ledger();

insert into ledger (booking_id, payment_id, kind, amount, happened_at)
  select booking_id, id, 'charged', received, created_at from payments where received > 0
  union all
  select booking_id, id, 'refunded', refunded, coalesce(refund_tried_at, created_at) from payments where refunded > 0;
insert into ledger (booking_id, kind, amount, happened_at)
  select bookings.id, 'kept', paid.received - bookings.refund_amount, cancelled.changed_at
    from bookings
    join (select booking_id, sum(received) as received from payments group by booking_id) paid on paid.booking_id = bookings.id
    join booking_changes cancelled on cancelled.booking_id = bookings.id and cancelled.to_status = 'cancelled'
    where bookings.status = 'cancelled' and bookings.refund_amount is not null and paid.received > bookings.refund_amount;

-- Blocks are periods with a kind, no longer marks on single dates. A visit takes no night.
create table blocks (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  nights daterange not null check (not isempty(nights) and lower(nights) is not null and upper(nights) is not null),
  kind text not null check (kind in ('owner', 'closed', 'visit')),
  note text,
  created_at timestamptz not null default now(),
  constraint blocks_do_not_overlap exclude using gist (property_id with =, nights with &&) where (kind <> 'visit')
);
comment on table blocks is 'owner: the owner stays; closed: not offered; visit: somebody comes by, and guests may stay';
comment on column blocks.note is 'only operators read it';
create index blocks_visits on blocks using gist (property_id, nights) where (kind = 'visit');
create constraint trigger nights_changed after insert or update or delete on blocks
  deferrable initially deferred for each row execute function nights_changed();

insert into blocks (property_id, nights, kind, note)
  select property_id, daterange(min(date), max(date) + 1), 'closed', note
    from (select property_id, date, note, date - (row_number() over (partition by property_id, note order by date))::int as run
      from (select property_id, date, case when price_override is null then reason end as note
        from property_availability where not is_available) blocked) runs
    group by property_id, note, run;
update property_availability set reason = null where price_override is null;
delete from property_availability where price_override is null and minimum_stay is null;
set constraints all immediate;
alter table property_availability
  drop column is_available,
  add constraint property_availability_says_something check (price_override is not null or minimum_stay is not null);
comment on column property_availability.reason is 'of the price, told to guests';

-- Earlier versions of the site's texts and of each home, whole rows beside the single columns.
create or replace function keep_replaced_version() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  this_record text := concat_ws('.', tg_table_name, tg_argv[0]);
  this_key text := coalesce(before ->> 'id', (before ->> 'kind') || ' ' || (before ->> 'version'));
  replaced jsonb := case when tg_nargs = 0 then before - 'updated_at' else before -> tg_argv[0] end;
  is_same boolean := replaced is not distinct from case when tg_nargs = 0 then after - 'updated_at' else after -> tg_argv[0] end;
begin
  if tg_op = 'DELETE' then
    delete from record_versions where record = this_record and key = this_key;
  elsif not is_same then
    -- Of two changes in the same microsecond (a millisecond on the embedded database) the first is kept.
    insert into record_versions values (this_record, this_key, clock_timestamp(), replaced)
      on conflict do nothing;
    delete from record_versions where record = this_record and key = this_key and replaced_at < (
      select replaced_at from record_versions where record = this_record and key = this_key
        order by replaced_at desc offset 49 limit 1);
  end if;
  return null;
end $$;
create trigger keep_replaced_row after update or delete on site for each row execute function keep_replaced_version();
create trigger keep_replaced_row after update or delete on properties for each row execute function keep_replaced_version();
create trigger keep_replaced_row after update or delete on rooms for each row execute function keep_replaced_version();
