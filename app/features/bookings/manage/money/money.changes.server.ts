import { cancelStay } from './cancel-stay.server.ts'
import { recordPayment, requestPayment, withdrawRequest } from './pay-by-hand.server.ts'
import { setPlatformCommission } from './platform-commission.server.ts'
import { refundStay } from './refund-stay.server.ts'
import { remindOfPayment } from './remind-payment.server.ts'
import { recordReturn } from './return-money.server.ts'

export const moneyChanges = {
  cancel: cancelStay,
  refund: refundStay,
  'paid-elsewhere': recordPayment,
  'request-payment': requestPayment,
  'withdraw-payment': withdrawRequest,
  'remind-payment': remindOfPayment,
  'refunded-elsewhere': recordReturn,
  commission: setPlatformCommission,
}
