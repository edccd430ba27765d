import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Gateway } from '../gateways/gateway.ts';
import { type AdmitParts, admit } from './admit.ts';
import { waitForHandshake } from './handshake.ts';
import type { Link, LinkSettings } from './link.ts';
import type { Stay } from './machine.ts';
import type { Hop, Session } from './state.ts';

/**
 * One try at an exit through an entry: WireGuard in WireGuard. The exit's door is knocked at through the entry already, so the entry
 * never sees what is inside, and the exit never sees this machine's address.
 */
export async function attemptThrough(
  parts: AdmitParts & { readonly link: Link; readonly settings: () => LinkSettings },
  { exit, entry }: { readonly exit: Gateway; readonly entry: Gateway },
  { blocked, signal }: Pick<Stay, 'blocked' | 'signal'>,
): Promise<Result<Session, BlockReason>> {
  const first = await admit(parts, entry, signal);
  if (!first.ok) return first;
  if (!(await blocked)) return err('firewall_failed');
  if (signal.aborted) return err('gateway_unreachable');
  const via: Hop = { gateway: entry, admittance: first.value.admittance };
  const opened = await parts.link.openHop(via, exit);
  if (!opened.ok) return opened;
  if (!(await waitForHandshake(parts.wireguard, signal))) return err('handshake_timeout');
  const second = await admit(parts, exit, signal);
  if (!second.ok || signal.aborted) return second;
  const session = { ...second.value, via };
  const raised = await parts.link.raise(session, parts.settings());
  if (!raised.ok) return raised;
  return (await waitForHandshake(parts.wireguard, signal)) ? ok(session) : err('handshake_timeout');
}
