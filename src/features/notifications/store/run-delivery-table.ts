import type { DeliveryTable } from './webhook-delivery-store.ts'
import './tables.ts'

export const runDeliveries: DeliveryTable = { name: 'webhook_deliveries', owner: 'listener_id', subject: 'run_id' }
