import { writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { api } from '@comet/contract';
import { writeWireguardConfig } from '@comet/tunnel-config';
import { newCustomerWithPlan } from '../support/customer.ts';

/**
 * A program for the machine of a control plane: a customer registers, pays in the sandbox, and downloads a WireGuard configuration. Arguments:
 * the sandbox, the location, and the file for the configuration.
 */
const [sandbox = '', location = '', file = ''] = process.argv.slice(2);
const addresses = { api: 'http://127.0.0.1:4800', sandbox, mailbox: `${sandbox}/mailbox/` };
const { client } = await newCustomerWithPlan(addresses);
const keys = generateKeyPairSync('x25519');
const keyOf = (key: typeof keys.privateKey, type: 'd' | 'x'): string =>
  Buffer.from(key.export({ format: 'jwk' })[type] ?? '', 'base64url').toString('base64');
const { config } = await client.call(api.addWireguardConfig, {
  body: { name: 'router', location, publicKey: keyOf(keys.publicKey, 'x') },
  idempotencyKey: crypto.randomUUID(),
});
const text = writeWireguardConfig({
  interface: { privateKey: keyOf(keys.privateKey, 'd'), addresses: [`${config.ipv4}/32`], dns: [] },
  peers: [
    {
      publicKey: config.serverPublicKey,
      endpoint: config.endpoint,
      // The page that returns the address of its visitor.
      allowedIps: ['203.0.113.20/32'],
    },
  ],
});
if (!text.ok) throw new Error(JSON.stringify(text.error));
writeFileSync(file, text.value);
