import { proofOf } from '@comet/admission';
import { ApiError, type Client, NetworkError } from '@comet/client';
import { api, type ExitAdmittance, type ReplyOf } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { publicKeyOf } from '@comet/linux-network';
import type { AdmissionFailure, presentAt } from '../../platform/admission-endpoint.ts';
import type { HeldTicket, Membership } from '../membership/index.ts';

/** A ticket is valid for a day; after half of it, it is replaced if the control plane is reachable. */
const freshFor = 12 * 3_600_000;

/** Milliseconds from a ticket to the next one for an unreachable gateway: the control plane notices a lost gateway after 90 seconds. */
const moveAfter = 60_000;

export interface OpenSessionParts {
  readonly client: Client;
  readonly present: typeof presentAt;
  readonly ticket: StateFile<HeldTicket>;
  readonly clock: Clock;
}

export interface OpenedSession {
  readonly admittance: ExitAdmittance;
  /** The gateway's public address. */
  readonly gateway: string;
  /** When a new ticket should be presented, milliseconds since the epoch. */
  readonly renewAt: number;
}

/** `withdrawn` and `expired` are permanent; the others are temporary. */
type NoSession =
  | { readonly kind: 'withdrawn' }
  /** The machine was off for so long that its credential expired. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'waiting'; readonly detail: string };

/**
 * Requests a ticket if the current one is not usable or, once a minute, if its gateway is unreachable, and presents it at the admission
 * endpoint of its gateway.
 */
export async function openSession(
  parts: OpenSessionParts,
  membership: Membership,
): Promise<Result<OpenedSession, NoSession>> {
  const held = await usableTicket(parts, membership);
  const first = held === null ? null : await present(parts, membership, held);
  if (first?.ok === true) return first;
  if (held !== null && first?.error.kind === 'unreachable')
    return moveFrom(parts, membership, held, first.error.detail);
  // A ticket that the gateway no longer accepts may be outdated by a change since.
  const fetched = await fetchTicket(parts, membership);
  return fetched.ok ? presentNew(parts, membership, fetched.value) : fetched;
}

/** Connects to another gateway if the control plane names one; `detail` is why the current one is unreachable. */
async function moveFrom(
  parts: OpenSessionParts,
  membership: Membership,
  held: HeldTicket,
  detail: string,
): Promise<Result<OpenedSession, NoSession>> {
  const waiting = err({ kind: 'waiting', detail } as const);
  if (ageOf(held, parts.clock) < moveAfter) return waiting;
  const fetched = await fetchTicket(parts, membership);
  if (!fetched.ok) return fetched.error.kind === 'waiting' ? waiting : fetched;
  const isSame = fetched.value.gateway.serverName === held.gateway.serverName;
  return isSame ? waiting : presentNew(parts, membership, fetched.value);
}

async function presentNew(
  parts: OpenSessionParts,
  membership: Membership,
  ticket: HeldTicket,
): Promise<Result<OpenedSession, NoSession>> {
  const presented = await present(parts, membership, ticket);
  if (presented.ok) return presented;
  const { error } = presented;
  return err({ kind: 'waiting', detail: error.kind === 'refused' ? error.code : error.detail });
}

/** Returns the current ticket, or a new one if it is old and the control plane responds. */
async function usableTicket(parts: OpenSessionParts, membership: Membership): Promise<HeldTicket | null> {
  const held = await parts.ticket.read();
  if (held === null || Date.parse(held.expiresAt) <= parts.clock.now().getTime()) return null;
  if (ageOf(held, parts.clock) < freshFor) return held;
  const fetched = await fetchTicket(parts, membership);
  return fetched.ok ? fetched.value : held;
}

const ageOf = ({ issuedAt }: HeldTicket, clock: Clock): number =>
  clock.now().getTime() - Date.parse(issuedAt);

/** Retries a refusal once: a proof that a proxy on the path sent twice must not end an exit permanently. */
async function issueTicket(client: Client): Promise<ReplyOf<typeof api.issueExitTicket>> {
  try {
    return await client.call(api.issueExitTicket, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return client.call(api.issueExitTicket, {});
  }
}

async function fetchTicket(
  { client, ticket: file, clock }: OpenSessionParts,
  { credentialExpiresAt }: Membership,
): Promise<Result<HeldTicket, NoSession>> {
  try {
    const { ticket, expiresAt, gateway, trust } = await issueTicket(client);
    const { serverName, ipv4, doorPort, wireguardPublicKey } = gateway;
    const held: HeldTicket = {
      ...{ version: 1, ticket, expiresAt, issuedAt: clock.now().toISOString() },
      gateway: { serverName, ipv4, doorPort, wireguardPublicKey },
      certificateAuthorities: trust.certificateAuthorities,
    };
    await file.write(held);
    return ok(held);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      const isOver = credentialExpiresAt !== null && Date.parse(credentialExpiresAt) <= clock.now().getTime();
      return err({ kind: isOver ? 'expired' : 'withdrawn' });
    }
    if (error instanceof ApiError && error.code === 'exit_stopped') return err({ kind: 'stopped' });
    if (error instanceof ApiError || error instanceof NetworkError)
      return err({ kind: 'waiting', detail: error.message });
    throw error;
  }
}

async function present(
  parts: OpenSessionParts,
  { wireguardPrivateKey: privateKey }: Membership,
  { ticket, issuedAt, gateway, certificateAuthorities }: HeldTicket,
): Promise<Result<OpenedSession, AdmissionFailure>> {
  const { ipv4, doorPort, serverName, wireguardPublicKey } = gateway;
  const endpoint = { address: ipv4, port: doorPort, serverName, certificateAuthorities, wireguardPublicKey };
  const proof = proofOf({ privateKey, peerPublicKey: wireguardPublicKey }, 'present', ticket);
  const presented = await parts.present(endpoint, { ticket, publicKey: publicKeyOf(privateKey), proof });
  if (!presented.ok) return presented;
  return ok({ admittance: presented.value, gateway: ipv4, renewAt: Date.parse(issuedAt) + freshFor });
}
