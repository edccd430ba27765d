import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Gateway } from '../model/gateway.ts';
import type { Api } from '../platform/control-plane/api.ts';
import type { GatewayExit } from '../model/gateway-exit.ts';
import type { StandbyTicket } from '../platform/files/daemon-state.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import { refusalReason } from '../platform/control-plane/refusal-reason.ts';
import { freshStandby, needsRenewal, withTicket } from './standby.ts';

/** The tickets of this machine. */
export interface TicketStore {
  /** Whether a standby ticket is available, without a request to the API. */
  hasTicket(gateway: Gateway, publicKey: string): boolean;
  /** Returns a ticket to present now: a stand-by ticket, or a fresh one. */
  take(gateway: Gateway, publicKey: string, signal: AbortSignal): Promise<Result<string, BlockReason>>;
  /** Fetches a fresh ticket, which invalidates older ones. */
  fetch(gateway: Gateway, publicKey: string, signal: AbortSignal): Promise<Result<string, BlockReason>>;
  /**
   * Returns why the API issues no ticket for a gateway; null if it does, or if there is a recent stand-by ticket. An issued ticket is
   * stored as by `keep`, except for an exit.
   */
  refusal(gateway: Gateway, publicKey: string, signal: AbortSignal): Promise<BlockReason | null>;
  /** Deletes the stand-by ticket that a gateway refused. */
  drop(gateway: Gateway): Promise<void>;
  /** Ensures a recent standby ticket for each of these gateways. Stops at the first refusal and returns it. */
  keep(
    gateways: readonly Gateway[],
    publicKey: string,
    signal: AbortSignal,
  ): Promise<Result<null, BlockReason>>;
}

/** Returns the fields of a ticket request that select an exit. */
function exitFields(exit: GatewayExit | undefined): { location?: string; serviceId?: string } {
  if (exit === undefined) return {};
  return exit.type === 'dedicated' ? { serviceId: exit.serviceId } : { location: exit.location };
}

/**
 * Returns the tickets of this machine's account; stand-by tickets are stored in `file`. Without an account every request returns
 * `not_signed_in`.
 */
export function ticketStore(file: StateFile, api: Api, clock: Clock): TicketStore {
  async function issue(gateway: Gateway, publicKey: string, standby: boolean, signal: AbortSignal) {
    const deviceId = file.current.account?.deviceId;
    if (deviceId === undefined) return err<BlockReason>('not_signed_in');
    const body = { deviceId, gatewayId: gateway.id, publicKey, standby, ...exitFields(gateway.exit) };
    const issued = await api.call('issueTicket', { body, signal });
    if (!issued.ok) return err(refusalReason(issued.error));
    // A ticket of an account that signed out meanwhile must not be stored after the sign-out.
    return file.current.account?.deviceId === deviceId ? issued : err<BlockReason>('not_signed_in');
  }

  async function fetchTicket(gateway: Gateway, publicKey: string, signal: AbortSignal) {
    const issued = await issue(gateway, publicKey, false, signal);
    if (!issued.ok) return issued;
    // The gateway remembers the newest ticket of a device and refuses older ones.
    await drop(gateway);
    return ok(issued.value.ticket);
  }

  async function drop(gateway: Gateway): Promise<void> {
    const left = file.current.standbyTickets.filter((ticket) => ticket.gatewayId !== gateway.id);
    if (left.length < file.current.standbyTickets.length) await file.change({ standbyTickets: left });
  }

  /** No standby ticket is kept for an exit: its data and addresses may change meanwhile. */
  function standbyFor({ id, exit }: Gateway, publicKey: string): StandbyTicket | null {
    return exit === undefined ? freshStandby(file.current.standbyTickets, id, publicKey, clock.now()) : null;
  }

  async function keep(gateways: readonly Gateway[], publicKey: string, signal: AbortSignal) {
    for (const gateway of gateways) {
      const held = freshStandby(file.current.standbyTickets, gateway.id, publicKey, clock.now());
      if (held !== null && !needsRenewal(held, clock.now())) continue;
      const issuedAt = clock.now().toISOString();
      const issued = await issue(gateway, publicKey, true, signal);
      if (!issued.ok) return issued;
      const { ticket, expiresAt, sessionUntil } = issued.value;
      const standby = { gatewayId: gateway.id, publicKey, ticket, issuedAt, expiresAt, sessionUntil };
      await file.change({ standbyTickets: withTicket(file.current.standbyTickets, standby, clock.now()) });
    }
    return ok(null);
  }

  return {
    hasTicket: (gateway, publicKey) => standbyFor(gateway, publicKey) !== null,
    async take(gateway, publicKey, signal) {
      const standby = standbyFor(gateway, publicKey);
      return standby === null ? fetchTicket(gateway, publicKey, signal) : ok(standby.ticket);
    },
    fetch: fetchTicket,
    async refusal(gateway, publicKey, signal) {
      const issued =
        gateway.exit === undefined
          ? await keep([gateway], publicKey, signal)
          : await issue(gateway, publicKey, true, signal);
      return issued.ok ? null : issued.error;
    },
    drop,
    keep,
  };
}
