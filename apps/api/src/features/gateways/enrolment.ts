import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { RequestOf, api } from '@comet/contract';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { CertificateAuthority } from '../../platform/keys/certificate-authority.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import {
  type CommandArguments,
  type OperatorDeps,
  readArguments,
  recordOperatorAction,
} from '../operator-commands/index.ts';
import { credentialLifeMs, enrolmentCredential } from '../../platform/machine-credentials/index.ts';
import { keyOfCertificate } from './credentials.store.ts';

const lifetimeMs = 3600 * 1000;

/** Runs `enrol-token LOCATION` and returns the token. */
export async function enrolTokenCommand(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const [location = ''] = readArguments(args, { positions: ['LOCATION'], options: [] }).named;
  const token = await makeEnrolmentToken(deps, location);
  if (token === null) throw new Error(`There is no location ${location}`);
  return token;
}

/** Creates a token with which one gateway may enrol at a location, once, within an hour; null if the location is unknown. */
export async function makeEnrolmentToken(deps: OperatorDeps, locationCode: string): Promise<string | null> {
  const location = await deps.db
    .selectFrom('locations')
    .select('code')
    .where('code', '=', locationCode)
    .executeTakeFirst();
  if (location === undefined) return null;
  const now = deps.clock.now();
  const secret = newSecretToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const createdBy = deps.operator;
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('enrolmentTokens')
      .values({ tokenHash: secret.hash, locationCode, createdAt: now, createdBy, expiresAt, usedAt: null })
      .execute();
    const { operator } = deps;
    const details = { location: locationCode };
    await recordOperatorAction(trx, { operator, action: 'create_enrolment_token', details, now });
  });
  return secret.token;
}

interface EnrolledWith {
  readonly gatewayId: string;
  readonly credential: string;
  readonly certificateChain: string;
}

type Refusal = 'enrolment_token_invalid' | 'certificate_request_invalid';

/**
 * Enrols a gateway. A request refused for its certificate does not use the token up. With a credential that is bound to a key, an equal
 * request returns the same gateway and credential and a new certificate while the token is valid: its response may have been lost.
 */
export async function enrolGateway(
  deps: { readonly db: Database; readonly clock: Clock; readonly authority: CertificateAuthority },
  given: RequestOf<typeof api.enrolGateway>['body'],
): Promise<Result<EnrolledWith, Refusal>> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const token = await trx
      .selectFrom('enrolmentTokens')
      .select(['locationCode', 'tokenHash', 'createdBy', 'usedAt', 'gatewayId', 'keysHash'])
      .where('tokenHash', '=', hashOfToken(given.token))
      .where('expiresAt', '>', now)
      .forUpdate()
      .executeTakeFirst();
    if (token === undefined) return err('enrolment_token_invalid');
    if (token.usedAt !== null) return repeatEnrolment(trx, deps.authority, token, given, now);
    const gatewayId = crypto.randomUUID();
    const chain = await deps.authority.issue(given.certificateRequest, serverNameOf(gatewayId), now);
    if (!chain.ok) return chain;
    const credentialKey = given.dpop === true ? keyOfCertificate(chain.value) : null;
    const bound =
      credentialKey === null ? null : enrolmentCredential(given.token, { ...given, boundKey: credentialKey });
    const credential = bound ?? newSecretToken();
    await trx
      .insertInto('gateways')
      .values({
        id: gatewayId,
        locationCode: token.locationCode,
        credentialHash: credential.hash,
        credentialKey,
        credentialExpiresAt: credentialKey === null ? null : new Date(now.getTime() + credentialLifeMs),
        wireguardPublicKey: given.wireguardPublicKey,
        wireguardPort: given.wireguardPort,
        doorPort: given.doorPort,
        ipv4: given.ipv4,
        ipv6: given.ipv6,
        version: null,
        peers: null,
        loadPercent: null,
        openvpn: null,
        lastHeardAt: null,
        createdAt: now,
        retiredAt: null,
      })
      .execute();
    await trx
      .updateTable('enrolmentTokens')
      .set({ usedAt: now, gatewayId, keysHash: bound?.keysHash ?? null })
      .where('tokenHash', '=', token.tokenHash)
      .execute();
    await recordOperatorAction(trx, {
      ...{ operator: token.createdBy ?? 'unknown', action: 'enrol_gateway', now },
      details: { id: gatewayId, location: token.locationCode },
    });
    return ok({ gatewayId, credential: credential.token, certificateChain: chain.value });
  });
}

/** Answers a request with a used token: refused, unless it repeats the request that enrolled a gateway still in service. */
async function repeatEnrolment(
  trx: DatabaseTransaction,
  authority: CertificateAuthority,
  { gatewayId, keysHash }: { readonly gatewayId: string | null; readonly keysHash: Buffer | null },
  given: RequestOf<typeof api.enrolGateway>['body'],
  now: Date,
): Promise<Result<EnrolledWith, 'enrolment_token_invalid'>> {
  const refused = err('enrolment_token_invalid' as const);
  if (gatewayId === null || keysHash === null || given.dpop !== true) return refused;
  const chain = await authority.issue(given.certificateRequest, serverNameOf(gatewayId), now);
  if (!chain.ok) return refused;
  const boundKey = keyOfCertificate(chain.value);
  const credential = enrolmentCredential(given.token, { ...given, boundKey });
  if (!credential.keysHash.equals(keysHash)) return refused;
  const gateway = await trx
    .selectFrom('gateways')
    .select('id')
    .where('id', '=', gatewayId)
    .where('credentialHash', '=', credential.hash)
    .where('retiredAt', 'is', null)
    .executeTakeFirst();
  if (gateway === undefined) return refused;
  return ok({ gatewayId, credential: credential.token, certificateChain: chain.value });
}

/** The name in the certificate of a gateway's admission endpoint. It is never resolved: clients get the address from the signed list. */
export function serverNameOf(gatewayId: string): string {
  return `gw-${gatewayId}.gateway.comet`;
}
