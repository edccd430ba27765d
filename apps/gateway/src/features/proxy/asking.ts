import type { Engine } from './engine.ts';
import type { Exit } from './exits.ts';
import type { Credentials } from './http-head.ts';
import { allowedAddresses } from './open-exit.ts';
import { pickExit } from './pick-exit.ts';
import type { Destination } from './read-destination.ts';
import { admit, type Visitor } from './visit.ts';

/** What somebody asked for by a CONNECT, and got at once. */
export interface Asking {
  readonly visitor: Visitor;
  /** The customer's, when it was decided. */
  readonly era: number;
  readonly credentials: Credentials;
  readonly destination: Destination;
  readonly from: string;
  /** The whole head, latin1. */
  readonly head: string;
}

/** An exit by which another who asks for the same may leave, and the address of ours that he leaves from. */
export interface Way {
  readonly exit: Exit;
  readonly address: string;
}

const none: ReadonlySet<string> = new Set();

/** Chosen as for whoever comes; null where it takes more than connecting, or a turn has to be waited for. What `known` allowed is not looked at again. */
export function chooseWay(engine: Engine, asking: Asking, known: Way | null): Way | null {
  const { customer, targeting } = asking.visitor;
  const unable = asking.destination.kind === 'ipv6' ? engine.exits.withoutIpv6() : none;
  const picked = pickExit(engine, customer, targeting, none, unable);
  if (!picked.ok) return null;
  const { exit } = picked.value;
  if (!exit.turnstile.hasRoom) return null;
  if (exit === known?.exit) return known;
  const { outlet } = exit.view;
  if (outlet.kind !== 'local' || !allows(engine, exit, asking)) return null;
  const address = asking.destination.kind === 'ipv6' ? outlet.ipv6 : outlet.ipv4;
  return address === null ? null : { exit, address };
}

/** Whether he who asked would still be let in, as the same. */
export function isStillAdmitted(engine: Engine, { credentials, from, visitor, era }: Asking): boolean {
  const admitted = admit(engine, credentials, from);
  return admitted.ok && admitted.value.customer === visitor.customer && visitor.customer.era === era;
}

/** Whether he would still get what he got, by this exit. */
export function isStillRight(engine: Engine, asking: Asking, exit: Exit): boolean {
  return isStillAdmitted(engine, asking) && !exit.isGone && exit.view.healthy && allows(engine, exit, asking);
}

function allows(engine: Engine, exit: Exit, { destination }: Asking): boolean {
  return Array.isArray(allowedAddresses(engine, exit, destination));
}
