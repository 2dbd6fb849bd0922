/**
 * Statements that leave of the demo its homes, its open giveaway, and the stays to come, unpaid. Journeys make what they
 * need themselves. The whole year has tests of its own (`content/demo-year/`).
 */
export const KEEP_COMING_STAYS = `
  set site.restoring = 'on';
  create temporary table gone as select id from bookings where not reference between 'DEMO-01' and 'DEMO-12'
    or length(reference) > 7;
  delete from audit;
  delete from stay_messages;
  delete from stay_reviews;
  delete from owner_costs;
  delete from owner_statements;
  delete from owner_properties;
  delete from owners;
  delete from tax_filings;
  delete from mail_messages;
  delete from inquiries;
  delete from conversations;
  delete from newsletter_deliveries;
  delete from newsletter_issues;
  delete from newsletter_subscriptions;
  delete from turnover_images;
  delete from turnover_marks;
  delete from cleaner_links;
  delete from media_objects where path like '/objects/turnovers/%';
  delete from giveaway_draws;
  delete from staycation_shares;
  delete from staycation_entries;
  delete from campaigns where name like 'Sample: %';
  delete from promo_codes where covers_all;
  delete from ledger;
  delete from payments;
  delete from booking_versions where booking_id in (table gone) or replaced_at is not null;
  delete from occupancies where booking_id in (table gone);
  delete from booking_changes where booking_id in (table gone);
  delete from bookings where id in (table gone);
  update bookings set paid_by_card = 0, paid_elsewhere = 0, payment_schedule = null, moved_from_property_id = null,
    moved_from_nights = null;
  update booking_versions set number = 1;
  drop table gone;
  set site.restoring = '';
`
