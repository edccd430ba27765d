import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressesOf } from '../addresses.ts';
import { replicaEnvironment } from './replicas.ts';

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const secrets = {
  ...{ databasePassword: 'a', paddleApiKey: 'b', paddleClientToken: 'c', paddleWebhookSecret: 'd' },
  ...{ coingateApiToken: 'e', googleClientSecret: 'f', applePrivateKey: pem, facebookAppSecret: 'g' },
  releaseSigningKey: pem,
};
const folder = {
  ...{ root: '/s', id: 'abc123', postgres: '/s/p', logs: '/s/l', keys: '/s/k', bin: '/s/b', lab: '/s/n' },
  ...{ attachments: '/s/a', sandbox: '/s/x', secrets: '/s/y', stack: '/s/z' },
};

test('the second replica on a host differs in its ports and its folder of keys only', () => {
  const options = { port: 4900, addresses: addressesOf(4900, 'a'), secrets, folder };
  const [first, second] = [replicaEnvironment(options, 0), replicaEnvironment(options, 1)];
  expect(Object.keys(second)).toEqual(Object.keys(first));
  const different = Object.keys(first).filter((name) => first[name] !== second[name]);
  expect(different.toSorted()).toEqual(
    ['CONSOLE_PORT', 'KEYS_DIR', 'MAIL_INTAKE_PORT', 'METRICS_PORT', 'PORT'].toSorted(),
  );
});
