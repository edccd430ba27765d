import { readFile } from 'node:fs/promises';
import { errorCodes } from '@comet/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRepository } from '../repository.ts';
import { environmentFile } from './environment-file.ts';
import { etcdVariables, haproxyVariables } from './database-nodes.ts';
import { patroniConfig } from './patroni-config.ts';
import { EXAMPLE } from './settings.ts';

const deployed = (name: string) => readFile(inRepository(`deploy/cluster/${name}`), 'utf8');
const withoutComments = (text: string) => text.replaceAll(/^#.*\n/gm, '');
const [first, second] = EXAMPLE.nodes;

test('patroni.yml in deploy/cluster is the configuration of the first node of the example', async () => {
  const template = await deployed('patroni.yml');
  expect(patroniConfig(template, EXAMPLE, first)).toBe(template);
});

test('only the lines marked "node" differ on another node', async () => {
  const template = await deployed('patroni.yml');
  const lines = patroniConfig(template, EXAMPLE, second).split('\n');
  const changed = template.split('\n').filter((line, index) => line !== lines[index]);
  expect(changed).toHaveLength(5);
  expect(changed.every((line) => line.endsWith('# node'))).toBe(true);
});

test('a value with special characters stays one value', async () => {
  const password = 'a: b\n  - "c" # d\nwatchdog: {mode: off}';
  const passwords = { ...EXAMPLE.passwords, rewind: password };
  const written = patroniConfig(await deployed('patroni.yml'), { ...EXAMPLE, passwords }, first);
  const { postgresql, watchdog } = parse(written);
  expect(postgresql.authentication.rewind.password).toBe(password);
  expect(watchdog).toEqual({ mode: 'automatic' });
});

test('a setting that the template lacks is refused', async () => {
  const template = (await deployed('patroni.yml')).replace(/^ {2}pgpass:.*\n/m, '');
  expect(() => patroniConfig(template, EXAMPLE, first)).toThrow('patroni.yml has no postgresql.pgpass');
});

test('etcd.env and haproxy.env in deploy/cluster have the variables of the example', async () => {
  expect(withoutComments(await deployed('etcd.env'))).toBe(environmentFile(etcdVariables(EXAMPLE, first)));
  expect(withoutComments(await deployed('haproxy.env'))).toBe(environmentFile(haproxyVariables(EXAMPLE)));
});

test('haproxy.cfg expands exactly the variables of haproxy.env', async () => {
  const found = (await deployed('haproxy.cfg')).matchAll(/\$\{(\w+)\}/g);
  const used = [...found].map(([, name = '']) => name);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(haproxyVariables(EXAMPLE)).toSorted());
});

test.each([
  ['a line break', { API_1: '10.0.0.1:4800\nEVIL=1' }],
  ['a quote', { API_1: '10.0.0.1" check' }],
  ['a space', { API_1: '10.0.0.1 backup' }],
  ['a variable', { API_1: '${HOME}' }],
  ['nothing', { API_1: '' }],
  ['a name with a space', { 'API 1': 'x' }],
])('an environment file refuses %s', (_case, variables) => {
  expect(() => environmentFile(variables)).toThrow(/may have letters|Not a variable/);
});

test('haproxy.cfg cuts the sessions of a lost leader, but not those of a draining replica', async () => {
  const [, postgres = '', api = ''] = (await deployed('haproxy.cfg')).split(/^listen /m);
  expect(postgres).toContain('on-marked-down shutdown-sessions');
  expect(api).toContain('default-server check');
  expect(api).not.toContain('on-marked-down');
});

test('without a ready replica, haproxy.cfg responds with the error of the API', async () => {
  const { status, text: message } = errorCodes.service_unavailable;
  const [, sent, body = ''] =
    /http-error status (\d+) content-type application\/json string '(.+?)' hdr retry-after 5/.exec(
      await deployed('haproxy.cfg'),
    ) ?? [];
  expect([Number(sent), JSON.parse(body)]).toEqual([
    status,
    { error: { code: 'service_unavailable', message } },
  ]);
});

test('haproxy.cfg repeats requests that reached no replica, and only reads whose replica ended', async () => {
  const [, , api = ''] = (await deployed('haproxy.cfg')).split(/^listen /m);
  expect(api).toMatch(/^ {4}retry-on conn-failure empty-response$/m);
  expect(api).toMatch(/^ {4}http-request disable-l7-retry unless METH_GET$/m);
});
