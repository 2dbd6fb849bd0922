import type { OperatorAccess } from '#app/platform/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Who acts as the operator: in demo mode everyone, else whoever carries a session's cookie (decision 7). */
export function operatorAccess(services: Pick<Services, 'config'>): OperatorAccess {
  return { isOperator: async () => services.config.demo }
}
