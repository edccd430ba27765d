import 'reflect-metadata';
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { newProofKey, signDpop } from '@comet/admission';
import { api, exitConsentVersion } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewaysCommand, makeEnrolmentToken } from '../../src/features/gateways/index.ts';
import { type ApiUnderTest, newWireguardKey, startApi } from '../fixture/api-fixture.ts';
import { exitsOps } from '../gateways/exits-fixture.ts';
import { codeOf } from '../payments/outcome.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

/** Public keys of a machine, and the private key of its proofs. */
interface MachineKeys {
  readonly wireguardPublicKey: string;
  readonly proofKey: string;
  readonly privateKey: string;
}

const newKeys = (): MachineKeys => {
  const { publicKey: proofKey, privateKey } = newProofKey();
  return { wireguardPublicKey: newWireguardKey(), proofKey, privateKey };
};

/** Another request for the same key: an ECDSA signature is different each time. */
async function certificateRequest({ proofKey, privateKey }: MachineKeys): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const pkcs8 = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  const spki = Buffer.from(proofKey, 'base64');
  const keys = {
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']),
  };
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    ...{ name: 'CN=gateway', keys, signingAlgorithm: algorithm },
  });
  return request.toString('pem');
}

const gateway = {
  refusal: 'enrolment_token_invalid',
  lifetimeMs: 3_600_000,
  action: 'enrol_gateway',
  table: 'gateways',
  newToken: async () =>
    (await makeEnrolmentToken({ ...under.dependencies, operator: 'olga' }, 'nl-ams')) ?? '',
  enrol: async (token: string, keys: MachineKeys, isBound = true) => {
    const place = { wireguardPort: 51820, doorPort: 443, ipv4: '203.0.113.9', ipv6: null };
    const { wireguardPublicKey } = keys;
    const request = { certificateRequest: await certificateRequest(keys), dpop: isBound };
    return under.call(api.enrolGateway, { body: { token, wireguardPublicKey, ...place, ...request } });
  },
  idIn: (json: unknown) => (json as { gateway_id: string }).gateway_id,
  endpoint: api.showOwnNetworks,
  revoke: (id: string) =>
    gatewaysCommand({ ...under.dependencies, operator: 'olga' }, ['retire', id]) as Promise<unknown>,
} as const;

const exit = {
  refusal: 'invitation_invalid',
  lifetimeMs: 7 * 24 * 3_600_000,
  action: 'enrol_exit',
  table: 'exits',
  newToken: () => exitsOps(under, 'invite', 'us-nyc'),
  enrol: (token: string, { wireguardPublicKey, proofKey }: MachineKeys, isBound = true) => {
    const consent = { version: exitConsentVersion, name: 'Ada Lovelace' };
    const body = { token, wireguardPublicKey, consent, ...(isBound ? { proofKey } : {}) };
    return under.call(api.enrolExit, { body });
  },
  idIn: (json: unknown) => (json as { exit_id: string }).exit_id,
  endpoint: api.showExit,
  revoke: (id: string) => exitsOps(under, 'remove', id) as Promise<unknown>,
} as const;

describe.each([
  ['gateway', gateway],
  ['exit', exit],
] as const)('of a %s', (_, machine) => {
  const countRows = async () => {
    const { total } = await under.dependencies.db
      .selectFrom(machine.table)
      .select((query) => query.fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  };

  async function statusWith(json: unknown, { privateKey }: MachineKeys): Promise<number> {
    const { method, path } = machine.endpoint;
    const { credential: token } = json as { credential: string };
    const at = unixSeconds(under.clock.now());
    const dpop = signDpop(createPrivateKey(privateKey), { method, path, token }, at);
    return (await under.call(machine.endpoint, { query: {} }, { token }, { dpop })).status;
  }

  test('equal requests, concurrent and later ones, return one identity, which is audited once', async () => {
    const [token, keys, before] = [await machine.newToken(), newKeys(), await countRows()];
    const replies = await Promise.all(Array.from({ length: 5 }, () => machine.enrol(token, keys)));
    under.clock.advance(machine.lifetimeMs - 60_000);
    replies.push(await machine.enrol(token, keys));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const ids = new Set(replies.map(({ json }) => machine.idIn(json)));
    expect(ids.size).toBe(1);
    expect(await countRows()).toBe(before + 1);
    for (const { json } of replies) expect(await statusWith(json, keys)).toBe(200);
    const audited = await under.dependencies.db
      .selectFrom('operatorActions')
      .select(['details'])
      .where('action', '=', machine.action)
      .execute();
    const [id = ''] = ids;
    expect(audited.filter(({ details }) => JSON.stringify(details).includes(id))).toHaveLength(1);
  });

  test('refuses a used token with another WireGuard key, another key of proofs, or without a bound key', async () => {
    const [token, keys, others] = [await machine.newToken(), newKeys(), newKeys()];
    expect((await machine.enrol(token, keys)).status).toBe(201);
    const before = await countRows();
    const { wireguardPublicKey, ...proof } = others;
    const refused = [
      await machine.enrol(token, { ...keys, wireguardPublicKey }),
      await machine.enrol(token, { ...keys, ...proof }),
      await machine.enrol(token, others),
      await machine.enrol(token, keys, false),
    ];
    expect(refused.map(({ json }) => codeOf(json))).toEqual(refused.map(() => machine.refusal));
    expect(await countRows()).toBe(before);
    expect((await machine.enrol(token, keys)).status).toBe(201);
  });

  test('refuses a repeated request whose credential would be bound to no key', async () => {
    const [token, keys] = [await machine.newToken(), newKeys()];
    expect((await machine.enrol(token, keys, false)).status).toBe(201);
    for (const isBound of [false, true])
      expect(codeOf((await machine.enrol(token, keys, isBound)).json)).toBe(machine.refusal);
  });

  test('refuses a repeated request after the token has expired', async () => {
    const [token, keys] = [await machine.newToken(), newKeys()];
    expect((await machine.enrol(token, keys)).status).toBe(201);
    under.clock.advance(machine.lifetimeMs);
    expect(codeOf((await machine.enrol(token, keys)).json)).toBe(machine.refusal);
  });

  test('refuses a repeated request after the machine was taken out of service', async () => {
    const [token, keys] = [await machine.newToken(), newKeys()];
    const { json } = await machine.enrol(token, keys);
    await machine.revoke(machine.idIn(json));
    expect(codeOf((await machine.enrol(token, keys)).json)).toBe(machine.refusal);
    expect(await statusWith(json, keys)).toBe(401);
  });
});

test('a repeated request of a gateway receives a certificate for its key and name', async () => {
  const [token, keys] = [await gateway.newToken(), newKeys()];
  await gateway.enrol(token, keys);
  const { gateway_id: id, certificate_chain: chain } = (await gateway.enrol(token, keys)).json as {
    gateway_id: string;
    certificate_chain: string;
  };
  const leaf = new X509Certificate(chain);
  expect(leaf.checkPrivateKey(createPrivateKey(keys.privateKey))).toBe(true);
  expect(leaf.subjectAltName).toBe(`DNS:gw-${id}.gateway.comet`);
});
