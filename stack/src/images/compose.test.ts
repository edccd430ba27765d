import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { environment as api } from '@comet/api/environment';
import { type EnvironmentSchema, readEnvironment, secretNames } from '@comet/foundation/environment';
import { environment as agent } from '@comet/gateway/environment';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { inRepository } from '../repository.ts';
import { IMAGES } from './descriptions.ts';

const service = z.looseObject({
  image: z.string(),
  networks: z.array(z.string()),
  ports: z.optional(z.array(z.string())),
  secrets: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  cap_add: z.optional(z.array(z.string())),
  cap_drop: z.array(z.string()),
});
const project = z.object({
  services: z.strictObject({ postgres: service, control: service, work: service, gateway: service }),
  networks: z.record(z.string(), z.object({})),
  volumes: z.record(z.string(), z.object({})),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const text = await readFile(inRepository('deploy/compose.yaml'), 'utf8');
/** As without variables: `${NAME:-default}` is the default. */
const defaults = text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
const { services, networks, volumes, secrets } = project.parse(parse(defaults));
const { postgres, control, work, gateway } = services;
const each = Object.entries(services);

test('uses images of npm run images, and declared secrets, volumes and networks', () => {
  const images = new Set(IMAGES.map(({ name }) => `localhost/${name}:latest`));
  expect(each.filter(([, { image }]) => !images.has(image))).toEqual([]);
  expect(new Set(each.flatMap(([, one]) => one.secrets))).toEqual(new Set(Object.keys(secrets)));
  expect(new Set(each.flatMap(([, one]) => one.networks))).toEqual(new Set(Object.keys(networks)));
  const named = each.flatMap(([, one]) => one.volumes).filter((volume) => !volume.startsWith('./'));
  expect(new Set(named.map((volume) => volume.split(':')[0]))).toEqual(new Set(Object.keys(volumes)));
});

/** Returns the names that a program does not declare. A secret may be in the file that NAME_FILE names. */
function unknownNames(schema: EnvironmentSchema, given: Readonly<Record<string, string>>): readonly string[] {
  const files = secretNames(schema).map((name) => `${name}_FILE`);
  return Object.keys(given).filter((name) => !(name in schema.shape) && !files.includes(name));
}

test('the control plane accepts its settings, and is published on the loopback', () => {
  expect(work.environment).toEqual(control.environment);
  expect(unknownNames(api, control.environment)).toEqual([]);
  const given = { ...control.environment, DATABASE_URL: 'postgres://comet:x@postgres/comet' };
  expect(readEnvironment(api, given)).toMatchObject({ ok: true, value: { HOST: '0.0.0.0', PORT: 4800 } });
  expect([control.ports, work.ports]).toEqual([['127.0.0.1:4800:4800'], ['127.0.0.1:4826:4826']]);
});

test('API and work share a volume for each folder of the packaged settings', async () => {
  const packaged = parseEnv(
    await readFile(inRepository('deploy/packages/comet-control/control.env'), 'utf8'),
  );
  const folders = Object.entries(packaged).flatMap(([name, path]) => (name.endsWith('_DIR') ? [path] : []));
  expect(folders.length).toBeGreaterThan(2);
  const image = IMAGES.find(({ name }) => name === 'comet-control');
  for (const { volumes: mounted } of [control, work])
    expect(mounted.map((volume) => volume.split(':')[1])).toEqual(expect.arrayContaining(folders));
  expect(new Set(Object.keys(image?.folders ?? {}))).toEqual(new Set(folders));
});

test('the gateway accepts its settings, and all of its ports are published under their own numbers', () => {
  expect(unknownNames(agent, gateway.environment)).toEqual([]);
  const needed = { API_URL: 'https://api.acme.org', PUBLIC_IPV4: '203.0.113.10', RESOLVER: '203.0.113.53' };
  const read = readEnvironment(agent, { ...gateway.environment, ...needed });
  if (!read.ok) expect.fail(read.error.join(' '));
  const { value } = read;
  const udp = (port: number | string): string => `${port}:${port}/udp`;
  const tcp = (port: number): string => `${port}:${port}`;
  const { first, last } = value.EXIT_PORTS;
  const extraPorts = value.WG_EXTRA_PORTS ?? [];
  expect(extraPorts.length).toBeGreaterThan(0);
  expect(gateway.ports?.toSorted()).toEqual(
    [
      ...[value.WG_PORT, ...extraPorts, value.OPENVPN_UDP_PORT, `${first}-${last}`].map(udp),
      ...[value.ADMISSION_PORT, value.OPENVPN_TCP_PORT, value.OPENVPN_TLS_PORT].map(tcp),
      ...[value.OPENVPN_SHADOWSOCKS_PORT, value.OPENVPN_OBFS4_PORT].map(tcp),
      ...[value.PROXY_HTTP_PORT, value.PROXY_SOCKS_PORT].map(tcp),
    ].toSorted(),
  );
});

test('the gateway has the capabilities of its unit, and the others have none', async () => {
  const unit = await readFile(inRepository('deploy/systemd/comet-gateway.service'), 'utf8');
  const allowed = /^CapabilityBoundingSet=(.*)$/m.exec(unit)?.[1]?.split(' ');
  expect(gateway.cap_add?.map((name) => `CAP_${name}`)).toEqual(allowed);
  expect(each.filter(([, { cap_drop }]) => cap_drop.join() !== 'ALL')).toEqual([]);
  expect([postgres, control, work].filter(({ cap_add }) => cap_add !== undefined)).toEqual([]);
});

test('the gateway cannot reach PostgreSQL', () => {
  expect(gateway.networks.filter((network) => postgres.networks.includes(network))).toEqual([]);
});
