import type { Asking } from './asking.ts';
import type { Carrier } from './carrier.ts';
import type { CarrierAccounts } from './carrier-accounts.ts';
import type { OrderWriter } from './carrier-orders.ts';
import type { Engine } from './engine.ts';

/** What of the carrier is needed here. */
export interface PassCarrier extends Pick<Carrier, 'dials' | 'soon' | 'keep' | 'end'> {
  readonly accounts: Pick<CarrierAccounts, 'idOfPurse' | 'gatesOf'>;
  readonly orders: Pick<OrderWriter, 'pass' | 'extend' | 'withdraw' | 'refuse'>;
}

export interface PassParts {
  readonly engine: Engine;
  readonly carrier: PassCarrier;
  /** Goes on as if a client had just said its head. */
  askAnew(line: number, asking: Asking): void;
}
