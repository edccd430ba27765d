import { PortalAction } from '../billing/index.ts';

/** Link to change the card, for a plan with a payment due. */
export default function UpdateCard() {
  return <PortalAction opens="card" />;
}
