import { PortalAction } from '../billing/index.ts';

/** The way to another card, for whom a payment is due. */
export default function UpdateCard() {
  return <PortalAction opens="card" />;
}
