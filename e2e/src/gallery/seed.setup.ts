import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';
import { insertGateways } from '../configuration-files/registered-gateways.ts';
import { addCoupon } from '../payments/checkout.ts';
import { startFakeProxyGateway } from '../payments/fake-residential-gateway.ts';
import { cometOps } from '../support/operator-cli.ts';
import { runSql } from '../support/database.ts';

/** The load of a server in each location, in percent. */
const loads = {
  ...{ 'ch-zrh': 22, 'de-fra': 61, 'es-mad': 9, 'fr-par': 38, 'gb-lon': 78, 'jp-tyo': 26 },
  ...{ 'nl-ams': 34, 'se-sto': 12, 'sg-sin': 55, 'us-lax': 41, 'us-nyc': 47 },
} as const;

/**
 * Not a test: adds data to the stack, so that lists in the pictures are not empty just because this stack has
 * no lab.
 */
test('gateways, exits and the operator’s work', async () => {
  await insertGateways(Object.entries(loads).map(([location, loadPercent]) => ({ location, loadPercent })));
  await using _gateway = await startFakeProxyGateway('es-mad', [
    { country: 'ES', city: 'madrid', name: 'Madrid' },
    { country: 'US', city: 'nyc', name: 'New York' },
  ]);
  await runSql('update gateways set credential_key = credential_hash, peers = load_percent * 3');
  await runSql('update exits set credential_key = credential_hash');
  // One of two gateways of a location is down: the console lists it, and the status page shows degraded.
  await insertGateways([{ location: 'nl-ams' }]);
  await runSql(
    `update gateways set last_heard_at = now() - interval '3 hours' where id = (
       select id from gateways where location_code = 'nl-ams' order by created_at desc limit 1)`,
  );
  const password = test.info().outputPath('password');
  await writeFile(password, 'a-password-of-the-provider');
  const account = ['--user', 'comet-{country}-{session}', '--password-file', password];
  await cometOps(
    'upstreams',
    'add',
    'http',
    'proxy.provider.example',
    '8080',
    ...account,
    '--countries',
    'US,DE',
  );
  await addCoupon('AUTUMN20', { percent: 20 });
  await addCoupon('WELCOME15', { percent: 15, total: 500 });
  await runSql(`update coupons set starts_at = now() - interval '40 days', ends_at = now() - interval '9 days'
     where code = 'WELCOME15'`);
  await runSql(
    `insert into refused_webhooks (hour, reason, refusals, first_at, last_at) values
       (date_trunc('hour', now()), 'paddle_signature_wrong', 3, now() - interval '20 minutes', now() - interval '4 minutes'),
       (date_trunc('hour', now()) - interval '5 hours', 'coingate_token_wrong', 1, now() - interval '5 hours', now() - interval '5 hours')`,
  );
});
