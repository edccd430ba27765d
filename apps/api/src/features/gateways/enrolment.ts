import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { RequestOf, api } from '@comet/contract';
import type { Database } from '../../platform/database/database.ts';
import type { CertificateAuthority } from '../../platform/keys/certificate-authority.ts';
import { hashOfToken, newSecretToken } from '../../platform/keys/secret-token.ts';
import { type CommandArguments, type OperatorDeps, readArguments, recordAction } from '../operator/index.ts';
import { credentialLifeMs } from '../../platform/machine-credentials/index.ts';
import { keyOfCertificate } from './credentials.store.ts';
import { serverNameOf } from './server-name.ts';

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
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('enrolmentTokens')
      .values({ tokenHash: secret.hash, locationCode, createdAt: now, expiresAt, usedAt: null })
      .execute();
    const { operator } = deps;
    const details = { location: locationCode };
    await recordAction(trx, { operator, action: 'create_enrolment_token', details, now });
  });
  return secret.token;
}

interface EnrolledWith {
  readonly gatewayId: string;
  readonly credential: string;
  readonly certificateChain: string;
}

/** Enrols a gateway. A request refused for its certificate does not use the token up. */
export async function enrolGateway(
  deps: { readonly db: Database; readonly clock: Clock; readonly authority: CertificateAuthority },
  given: RequestOf<typeof api.enrolGateway>['body'],
): Promise<Result<EnrolledWith, 'enrolment_token_invalid' | 'certificate_request_invalid'>> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const token = await trx
      .selectFrom('enrolmentTokens')
      .select(['locationCode', 'tokenHash'])
      .where('tokenHash', '=', hashOfToken(given.token))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .forUpdate()
      .executeTakeFirst();
    if (token === undefined) return err('enrolment_token_invalid');
    const credential = newSecretToken();
    const gatewayId = crypto.randomUUID();
    const chain = await deps.authority.issue(given.certificateRequest, serverNameOf(gatewayId), now);
    if (!chain.ok) return chain;
    await trx
      .insertInto('gateways')
      .values({
        id: gatewayId,
        locationCode: token.locationCode,
        credentialHash: credential.hash,
        ...(given.dpop === true
          ? {
              credentialKey: keyOfCertificate(chain.value),
              credentialExpiresAt: new Date(now.getTime() + credentialLifeMs),
            }
          : {}),
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
      .set({ usedAt: now })
      .where('tokenHash', '=', token.tokenHash)
      .execute();
    return ok({ gatewayId, credential: credential.token, certificateChain: chain.value });
  });
}
