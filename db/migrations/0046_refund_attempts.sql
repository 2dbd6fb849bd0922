-- A refund that the payment service was asked for and did not answer is asked for again as it was, whatever has become due since.
alter table payments
  add column refund_key text,
  add column refund_part numeric(8, 2) check (refund_part > 0),
  add column refund_goal numeric(8, 2) check (refund_goal >= refund_part),
  add constraint payments_refund_asked
    check ((refund_key is null) = (refund_part is null) and (refund_part is null) = (refund_goal is null));
comment on column payments.refund_key is 'of a refund without an answer: its idempotency key';
comment on column payments.refund_goal is 'what is refunded of the payment once that refund is made';
