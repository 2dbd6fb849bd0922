-- What sharing earns belongs to each giveaway, which says it when it is made: the site's own are in app/features/giveaway/share-bonus.ts.
alter table campaigns
  alter column bonus_per_channel drop default,
  alter column maximum_bonus drop default,
  alter column channels drop default;
