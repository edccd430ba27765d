import { setImmediate } from 'node:timers/promises';
import { type Clock, err, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Approach } from '../gateways/approach.ts';
import { type OpenvpnParts, openOpenvpn } from './attempt-openvpn.ts';
import { type AdmitParts, admit } from './admit.ts';
import { attemptStandby } from './attempt-standby.ts';
import { attemptThrough } from './attempt-through.ts';
import { earlyHandshake } from './early-handshake.ts';
import { waitForHandshake } from './handshake.ts';
import type { Link, LinkSettings } from './link.ts';
import type { Stay } from './machine.ts';
import type { Session } from './state.ts';

/** Milliseconds after the gateway's answer in which that of an early handshake must have come too. */
const grace = 30;

export interface AttemptParts extends OpenvpnParts, AdmitParts {
  readonly link: Link;
  readonly signedIn: () => boolean;
  readonly settings: () => LinkSettings;
  readonly clock: Clock;
}

/**
 * One try at one gateway by one way. By WireGuard: present a ticket at its door, raise the link, wait for the handshake. By
 * OpenVPN: have its client let in, then raise the link. The presentation may begin while the rules are still being put in
 * force where there were none, and while traces of an earlier process are taken away, since only we send it; nothing else happens before
 * they hold and those are gone. `onAdmitted` is told of a session by WireGuard before its link is raised: its rules can be put in force
 * meanwhile.
 */
export async function attempt(
  parts: AttemptParts,
  { gateway, way, via, standby, hasAnswered = false }: Approach,
  stay: Stay,
  onAdmitted: (session: Session) => void = () => undefined,
): Promise<Result<Session, BlockReason | 'standby_gone'>> {
  const { blocked, wasBlocking, signal } = stay;
  if (!parts.signedIn()) return err('not_signed_in');
  if (standby !== undefined) {
    if ((wasBlocking || parts.link.used) && !(await blocked)) return err('firewall_failed');
    return attemptStandby(parts, standby, stay, hasAnswered);
  }
  const cleared = clear(parts.link, blocked);
  if ((wasBlocking || parts.link.used) && !(await cleared)) return err('firewall_failed');
  if (way.protocol === 'openvpn') {
    if (!(await cleared)) return err('firewall_failed');
    const opened = await openOpenvpn(parts, gateway, way.variant, signal);
    if (!opened.ok || signal.aborted) return opened;
    const raised = await parts.link.raise(opened.value, parts.settings());
    return raised.ok ? opened : raised;
  }
  const held = { blocked: cleared, signal };
  if (via !== undefined) {
    const tried = await attemptThrough(parts, { exit: gateway, entry: via }, held);
    await cleared;
    return tried;
  }
  const early = earlyHandshake(parts, gateway, held);
  const admitted = await admit(parts, gateway, signal, early.begin);
  const begun = await early.begun();
  const isClear = await cleared;
  if (!admitted.ok) return admitted;
  if (!isClear) return err('firewall_failed');
  if (signal.aborted) return err('gateway_unreachable');
  onAdmitted(admitted.value);
  // The rules take longest: they are on their way before the rest begins.
  await setImmediate();
  if (signal.aborted) return err('gateway_unreachable');
  const [raised, answered] = await Promise.all([
    parts.link.raise(admitted.value, parts.settings()),
    begun && waitForHandshake(parts.wireguard, signal, grace),
  ]);
  if (!raised.ok) return raised;
  if (answered) return admitted;
  // Passed over where it came before the gateway knew us: then it is begun again.
  if (begun) await parts.link.beginAgain(admitted.value);
  return (await waitForHandshake(parts.wireguard, signal)) ? admitted : err('handshake_timeout');
}

/** True once the rules hold and nothing is up any more; false when they do not. */
async function clear(link: Link, blocked: Promise<boolean>): Promise<boolean> {
  const held = await blocked;
  if (held) await link.lower();
  return held;
}
