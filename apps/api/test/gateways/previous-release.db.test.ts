import 'reflect-metadata';
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import { signDpop } from '@comet/admission';
import { unixSeconds } from '@comet/foundation';
import { send } from '@comet/testing';
import * as x509 from '@peculiar/x509';
import { expect, test } from 'vitest';
import { makeEnrolmentToken } from '../../src/features/gateways/index.ts';
import { newWireguardKey, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { giveQuotaAccount } from '../residential/data-fixture.ts';
import { exitsOps } from './exits-fixture.ts';
import exchanges from './previous-release.json' with { type: 'json' };

/**
 * Replays calls of the previous release's gateway, exit and daemon, recorded by e2e/src/previous-release, which runs the programs
 * themselves if the history has them. `without-secrets.ts` there explains placeholders and shapes.
 */
test('responds to the previous release as before: status, and every field with its type', async () => {
  const under = await startApi();
  try {
    const user = await makePaidUser(under);
    const { key, certificateRequest } = await newKey();
    const replies: unknown[] = [];
    const reply = (path: string): string => String(valueAt(replies, path));
    const inputs: Readonly<Record<string, (path: string) => Promise<string> | string>> = {
      token: async (path) =>
        path.includes('/exits')
          ? exitsOps(under, 'invite', 'us-nyc', '--use', 'native')
          : ((await makeEnrolmentToken({ ...under.dependencies, operator: 'olga' }, 'nl-ams')) ?? ''),
      email: () => user.email,
      password: (path) => (path.includes('/users') ? user.password : 'A'.repeat(43)),
      wireguard_public_key: newWireguardKey,
      public_key: newWireguardKey,
      certificate_request: () => certificateRequest,
      proof_key: () => createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
      purse: () => giveQuotaAccount(under, user, { id: reply('0.gateway_id') }),
      request: () => randomUUID(),
      cert: () => 'A'.repeat(70),
    };
    const filled = async (template: string, path: string): Promise<string> => {
      let text = template;
      for (const [placeholder, name = ''] of template.matchAll(/\{\{([^}]+)\}\}/g)) {
        const value = (await inputs[name]?.(path)) ?? reply(name);
        // As inside a JSON string: a certificate request has line feeds.
        text = text.replace(placeholder, () => JSON.stringify(value).slice(1, -1));
      }
      return text;
    };
    /** Returns the credential for a path, from the replies so far, with a proof if it is bound to a key. */
    const headersFor = (method: string, path: string): Record<string, string> => {
      const made = (end: string, field: string): string =>
        reply(`${exchanges.findIndex((one) => one.method === 'POST' && one.path.endsWith(end))}.${field}`);
      const bound = /\/(gateways|exits)\/current/.exec(path)?.[1];
      if (bound === undefined) {
        const signedIn =
          replies.length > exchanges.findIndex(({ path: its }) => its.endsWith('/users/tokens'));
        return signedIn ? { authorization: `Bearer ${made('/users/tokens', 'access_token')}` } : {};
      }
      const token = made(bound === 'gateways' ? '/gateways/enrolments' : '/v1/exits', 'credential');
      const dpop = signDpop(key, { method, path, token }, unixSeconds(under.clock.now()));
      return { authorization: `Bearer ${token}`, dpop };
    };

    for (const { method, path: template, body, status, reply: shape } of exchanges) {
      const path = await filled(template, template);
      const content = body === null ? undefined : await filled(JSON.stringify(body), path);
      const headers = {
        ...{ 'app-identifier': user.deviceId, 'idempotency-key': randomUUID(), ...headersFor(method, path) },
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const response = await send(under.baseUrl, {
        method,
        path,
        headers,
        ...(content === undefined ? {} : { body: content }),
      });
      expect.soft(response.status, `${method} ${template}: ${response.text}`).toBe(status);
      expect.soft(missing(shape, response.json), `${method} ${template}`).toEqual([]);
      replies.push(response.json);
    }
  } finally {
    await under.stop();
  }
});

async function newKey() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    ...{ name: 'CN=gateway', keys, signingAlgorithm: algorithm },
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { key, certificateRequest: request.toString('pem') };
}

/** `2.device.id` → the field of the third reply. */
const valueAt = (value: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>((inside, name) => (inside as Record<string, unknown> | undefined)?.[name], value);

/** Returns the fields of a recorded shape that the value lacks or has with another type. A recorded null matches any type. */
function missing(shape: unknown, value: unknown, place = ''): string[] {
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [place];
    const [element] = shape;
    if (element !== undefined && value.length === 0) return [`${place}.0`];
    return element === undefined
      ? []
      : value.flatMap((one, index) => missing(element, one, `${place}.${index}`));
  }
  if (typeof shape === 'object' && shape !== null) {
    if (typeof value !== 'object' || value === null) return [place];
    return Object.entries(shape).flatMap(([name, its]) =>
      missing(its, (value as Record<string, unknown>)[name], place === '' ? name : `${place}.${name}`),
    );
  }
  if (shape === 'null') return value === undefined && place !== '' ? [place] : [];
  return typeof value === shape ? [] : [place];
}
