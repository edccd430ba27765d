import type { Result } from '@comet/foundation';
import {
  natPmpAddressReply,
  natPmpMapReply,
  type NatPmpResult,
  natPmpResults,
  natPmpUnsupportedReply,
  type Protocol,
  readNatPmp,
} from './nat-pmp.ts';
import { pcpAnnounceReply, pcpMapReply, pcpRefusal, type PcpResult, pcpResults, readPcp } from './pcp.ts';

/** Why a request was refused. */
export const forwardingRefusals = [
  /** Port forwarding is switched off at this location. */
  'disabled',
  /** The client has no session, or leaves by an exit or a provider. */
  'no_own_address',
  /** The operator blocked this customer. */
  'blocked',
  /** The request is malformed, or has a version, opcode or option that this server does not support. */
  'invalid',
  /** The kernel refused the rule. */
  'failed',
  'wrong_nonce',
  'quota',
  'no_port',
  'not_available',
] as const;

export type ForwardingRefusal = (typeof forwardingRefusals)[number];

/** A request for a mapping, in the terms of both protocols. */
export interface MapRequest {
  readonly protocol: Protocol;
  readonly internalPort: number;
  readonly suggestedPort: number;
  readonly isExact: boolean;
  readonly nonce: string;
  /** Seconds; 0 deletes the mapping. */
  readonly lifetime: number;
}

/** The decisions about one client. */
export interface ForwardingDecisions {
  /** The public address of the client's mappings, four bytes. */
  address(): Result<Uint8Array, ForwardingRefusal>;
  /** Adds, renews or deletes a mapping. The port and the lifetime are 0 after a deletion. */
  map(
    request: MapRequest,
  ): Promise<
    Result<
      { readonly port: number; readonly lifetime: number; readonly address: Uint8Array },
      ForwardingRefusal
    >
  >;
  /** Seconds since the server's state began. */
  epoch(): number;
  onRefusal(reason: ForwardingRefusal): void;
}

const natPmpResultOf: Readonly<Record<ForwardingRefusal, NatPmpResult>> = {
  disabled: natPmpResults.notAuthorised,
  no_own_address: natPmpResults.notAuthorised,
  blocked: natPmpResults.notAuthorised,
  wrong_nonce: natPmpResults.notAuthorised,
  invalid: natPmpResults.notAuthorised,
  failed: natPmpResults.networkFailure,
  quota: natPmpResults.outOfResources,
  no_port: natPmpResults.outOfResources,
  not_available: natPmpResults.outOfResources,
};

const pcpResultOf: Readonly<Record<ForwardingRefusal, PcpResult>> = {
  disabled: pcpResults.notAuthorised,
  no_own_address: pcpResults.notAuthorised,
  blocked: pcpResults.notAuthorised,
  wrong_nonce: pcpResults.notAuthorised,
  invalid: pcpResults.malformedRequest,
  failed: pcpResults.networkFailure,
  quota: pcpResults.quotaExceeded,
  no_port: pcpResults.noResources,
  not_available: pcpResults.cannotProvideExternal,
};

/** Resolves with the reply to a datagram from `source` (four bytes), or null where there is none. */
export function replyTo(
  datagram: Buffer,
  source: Uint8Array,
  client: ForwardingDecisions,
): Promise<Buffer | null> {
  return datagram[0] === 0 ? natPmpReplyTo(datagram, client) : pcpReplyTo(datagram, source, client);
}

async function natPmpReplyTo(datagram: Buffer, client: ForwardingDecisions): Promise<Buffer | null> {
  const request = readNatPmp(datagram);
  if (request === null) return null;
  if (request.kind === 'unsupported') {
    client.onRefusal('invalid');
    return natPmpUnsupportedReply(request.opcode, client.epoch());
  }
  if (request.kind === 'address') {
    const address = client.address();
    if (address.ok) return natPmpAddressReply(natPmpResults.success, client.epoch(), address.value);
    client.onRefusal(address.error);
    return natPmpAddressReply(natPmpResultOf[address.error], client.epoch(), new Uint8Array(4));
  }
  const { protocol, internalPort, suggestedPort, lifetime } = request;
  const isNamed = internalPort !== 0 || lifetime === 0;
  const mapped = isNamed
    ? await client.map({ protocol, internalPort, suggestedPort, lifetime, isExact: false, nonce: '' })
    : ({ ok: false, error: 'invalid' } as const);
  if (mapped.ok)
    return natPmpMapReply(request, { ...mapped.value, result: natPmpResults.success, epoch: client.epoch() });
  client.onRefusal(mapped.error);
  const result = natPmpResultOf[mapped.error];
  return natPmpMapReply(request, { result, epoch: client.epoch(), port: 0, lifetime: 0 });
}

async function pcpReplyTo(
  datagram: Buffer,
  source: Uint8Array,
  client: ForwardingDecisions,
): Promise<Buffer | null> {
  const request = readPcp(datagram, source);
  if (request === null) return null;
  if (request.kind === 'announce') return pcpAnnounceReply(client.epoch());
  if (request.kind === 'refused') {
    client.onRefusal('invalid');
    return pcpRefusal(datagram, request.result, client.epoch());
  }
  const mapped = await client.map(request);
  if (mapped.ok) return pcpMapReply(datagram, { ...mapped.value, epoch: client.epoch() });
  client.onRefusal(mapped.error);
  return pcpRefusal(datagram, pcpResultOf[mapped.error], client.epoch());
}
