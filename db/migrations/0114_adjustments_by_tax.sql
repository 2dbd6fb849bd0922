-- Adjustments of lodging tax are split by tax. Those that were filed before have one sum for all taxes of a stay, and their
-- refunds and taxable amounts are not known.
update tax_filings set figures = jsonb_set(figures, '{adjustments}', (
  select jsonb_agg(jsonb_build_object('kind', 'rate', 'label', 'All taxes', 'checkIn', booking.check_in_date,
      'checkOut', booking.check_out_date, 'refunds', null, 'taxable', null) || adjustment order by place)
    from jsonb_array_elements(figures -> 'adjustments') with ordinality filed (adjustment, place)
    left join bookings booking on booking.reference = adjustment ->> 'reference'))
  where jsonb_array_length(figures -> 'adjustments') > 0;
