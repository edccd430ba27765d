import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  admissionEndpointsUnderTest,
  head,
  holdTimeouts,
  presentation,
  unreachable,
} from '../../../test/fleet/admission-endpoints-fixture.ts';
import { httpsAdmission } from './admission-endpoint.https.ts';
import { sourceTowards } from './admission-endpoint.https.ts';

/** Admission endpoints that are opened before a ticket is presented to them. */

const admissionEndpoints = admissionEndpointsUnderTest();

test('keeps an opened connection, and presents tickets through it', async () => {
  let connections = 0;
  const gateway = await admissionEndpoints.handleRequests((socket) => {
    connections += 1;
    const text = '{"error":{"code":"not_found","message":"x"}}';
    const response = `HTTP/1.1 404 No\r\ncontent-length: ${text.length}\r\nkeep-alive: timeout=300\r\n\r\n${text}`;
    socket.write(response);
    socket.on('data', () => socket.write(response));
  });
  const admissionEndpoint = httpsAdmission([admissionEndpoints.certificate]);
  await admissionEndpoint.measure(gateway);
  await admissionEndpoint.warm(gateway);
  await expect.poll(() => admissionEndpoint.openAt(gateway)).not.toBeNull();
  await admissionEndpoint.present(gateway, presentation, AbortSignal.timeout(20_000));
  expect(connections).toBe(1);
  admissionEndpoint.forget();
  await expect.poll(() => admissionEndpoint.openAt(gateway)).toBeNull();
});

test('presents a ticket through a pending connection, unless that takes too long', async () => {
  let connections = 0;
  const response = `${head(2, 'keep-alive: timeout=300\r\n')}{}`;
  const gateway = await admissionEndpoints.handleRequests((socket) => {
    connections += 1;
    socket.write(response);
    socket.on('data', () => socket.write(response));
  });
  const admissionEndpoint = httpsAdmission([admissionEndpoints.certificate]);
  const opening = admissionEndpoint.warm(gateway);
  await admissionEndpoint.present(gateway, presentation, AbortSignal.timeout(20_000));
  await opening;
  expect(connections).toBe(1);
  admissionEndpoint.forget();
  // The connection stays pending during this test.
  holdTimeouts();
  const silent = await admissionEndpoints.handleRequests(() => undefined);
  void admissionEndpoint.warm(silent);
  expect(await admissionEndpoint.present(silent, presentation, AbortSignal.timeout(1_000))).toMatchObject(
    unreachable,
  );
  admissionEndpoint.forget();
});

test('does not wait for an idle connection without a working path', async () => {
  let connections = 0;
  const gateway = await admissionEndpoints.handleConnections((socket) => {
    connections += 1;
    // Each server answers once and loses later requests.
    socket.once('data', () => socket.write(`${head(2)}{}`));
  });
  const admissionEndpoint = httpsAdmission([admissionEndpoints.certificate]);
  await admissionEndpoint.warm(gateway);
  expect(connections).toBe(1);
  // Long before the timeout of four seconds for a silent gateway.
  holdTimeouts();
  expect(await admissionEndpoint.present(gateway, presentation, AbortSignal.timeout(20_000))).toMatchObject({
    error: { detail: 'the answer is not an admittance' },
  });
  expect(connections).toBe(2);
  admissionEndpoint.forget();
});

test('closes connections over a removed route, and keeps the others', async () => {
  const gateway = await admissionEndpoints.handleRequests((socket) =>
    socket.write(`${head(2, 'keep-alive: timeout=300\r\n')}{}`),
  );
  let source: string | null = '127.0.0.1';
  const admissionEndpoint = httpsAdmission([admissionEndpoints.certificate], () => Promise.resolve(source));
  await admissionEndpoint.measure(gateway);
  await admissionEndpoint.warm(gateway);
  await expect.poll(() => admissionEndpoint.openAt(gateway)).not.toBeNull();
  await admissionEndpoint.closeStaleConnections();
  await sleep(20);
  expect(admissionEndpoint.openAt(gateway)).not.toBeNull();
  source = '192.0.2.7';
  await admissionEndpoint.closeStaleConnections();
  await expect.poll(() => admissionEndpoint.openAt(gateway)).toBeNull();
  await admissionEndpoint.warm(gateway);
  await expect.poll(() => admissionEndpoint.openAt(gateway)).not.toBeNull();
  source = null;
  await admissionEndpoint.closeStaleConnections();
  await expect.poll(() => admissionEndpoint.openAt(gateway)).toBeNull();
  admissionEndpoint.forget();
});

test('aborts pending connections when the network changes', async () => {
  let connections = 0;
  const gateway = await admissionEndpoints.handleConnections((socket) => {
    connections += 1;
    // The first request is lost; the next one gets a response.
    if (connections > 1) socket.once('data', () => socket.write(`${head(2)}{}`));
  });
  const admissionEndpoint = httpsAdmission([admissionEndpoints.certificate], () =>
    Promise.resolve('127.0.0.1'),
  );
  const lost = admissionEndpoint.warm(gateway);
  await expect.poll(() => connections).toBe(1);
  await admissionEndpoint.closeStaleConnections();
  await lost;
  expect(await admissionEndpoint.present(gateway, presentation, AbortSignal.timeout(20_000))).toMatchObject({
    error: { detail: 'the answer is not an admittance' },
  });
  expect(connections).toBe(2);
  admissionEndpoint.forget();
});

test('returns the kernel’s source address of a route, or that there is none', async () => {
  expect(await sourceTowards('127.0.0.1', 443)).toBe('127.0.0.1');
  expect(await sourceTowards('::1', 443)).toBe('::1');
});
