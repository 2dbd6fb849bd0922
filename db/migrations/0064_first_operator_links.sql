-- The link of the last start that creates the first operator. There is one only while there is no operator.
create table first_operator_links (
  token_hash text primary key,
  expires_at timestamptz not null
);
comment on column first_operator_links.token_hash is 'SHA-256 of the token in the link, as hex';
