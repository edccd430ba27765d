import { describe, expect, test } from 'vitest';
import { echoUrl, labHosts, otherSiteUrl } from './addresses.ts';
import type { LabDescription } from './lab.ts';
import { parseDescription } from './parse-description.ts';

const description: LabDescription = {
  id: 'main',
  stateDir: '/state',
  hosts: labHosts('main'),
  echoUrl,
  otherSiteUrl,
  env: { client: { COMET_SOCKET: '/run/comet/cometd.sock' } },
};

describe('a lab description', () => {
  test('survives a JSON round trip', () => {
    expect(parseDescription(JSON.parse(JSON.stringify(description)))).toEqual(description);
  });

  test('may lack the environment', () => {
    const { env: _env, ...bare } = description;
    expect(parseDescription(bare)).toEqual(bare);
  });

  test.each([
    ['no object', 'lab'],
    ['an id with a dash', { ...description, id: 'a-b' }],
    ['a host less', { ...description, hosts: { ...description.hosts, client: undefined } }],
    [
      'a namespace of another name',
      {
        ...description,
        hosts: { ...description.hosts, client: { ...description.hosts.client, namespace: 'x' } },
      },
    ],
    ['no addresses to ask', { ...description, echoUrl: {} }],
    ['an environment for an unknown host', { ...description, env: { moon: {} } }],
    ['an environment of numbers', { ...description, env: { client: { A: 1 } } }],
  ])('with %s is rejected', (_, value) => {
    expect(parseDescription(value)).toBeNull();
  });
});
