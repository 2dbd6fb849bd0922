-- How often an address did what, as rate-limiter-flexible counts it: the columns are its own, in this order. Not logged,
-- so that counting is cheap: after a crash of the database the counting begins anew, and a row is worth nothing past `expire`
-- (milliseconds since 1970).
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
