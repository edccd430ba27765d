import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

test.each([
  ['', { command: 'help' }],
  ['--version', { command: 'version' }],
  ['connect', { command: 'connect', location: null }],
  ['connect nl-ams', { command: 'connect', location: 'nl-ams' }],
  ['connect new york', { command: 'connect', location: 'new york' }],
  ['connect nl-ams --via jp-tyo', { command: 'connect', location: 'nl-ams', via: 'jp-tyo' }],
  ['connect --via=new york', { command: 'connect', location: null, via: 'new york' }],
  ['status', { command: 'status', as: 'text' }],
  ['status --json', { command: 'status', as: 'json' }],
  ['status --watch', { command: 'status', as: 'watch' }],
  ['login', { command: 'login', email: null, name: null }],
  ['login --email=ada@example.com --name box', { command: 'login', email: 'ada@example.com', name: 'box' }],
  ['lockdown on', { command: 'lockdown', on: true }],
  ['lockdown ON', { command: 'lockdown', on: true }],
  ['set protocol WireGuard', { command: 'set', choice: 'protocol', value: 'wireguard' }],
  ['set variant TLS', { command: 'set', choice: 'variant', value: 'tls' }],
  ['lan off', { command: 'lan', on: false }],
  ['settings', { command: 'settings' }],
  ['set protocol openvpn', { command: 'set', choice: 'protocol', value: 'openvpn' }],
  ['set variant obfs4', { command: 'set', choice: 'variant', value: 'obfs4' }],
  ['connect us-nyc-home', { command: 'connect', location: 'us-nyc-home' }],
  ['connect --dedicated 198.51.100.7', { command: 'connect', location: null, dedicated: '198.51.100.7' }],
  ['connect --dedicated=2001:db8::7', { command: 'connect', location: null, dedicated: '2001:db8::7' }],
  ['locations --type native-residential', { command: 'locations', type: 'native_residential' }],
  ['connect --help', { command: 'help' }],
  [
    'set dns 9.9.9.9 2620:fe::fe',
    {
      command: 'feature',
      feature: { command: 'dns.set', params: { dns: { servers: ['9.9.9.9', '2620:fe::fe'] } } },
    },
  ],
  ['pause 15m', { command: 'feature', feature: { command: 'pause', params: { seconds: 900 } } }],
  ['split', { command: 'feature', feature: { command: 'split.list', params: {} } }],
  ['proxy', { command: 'feature', feature: { command: 'proxy.list', params: {} } }],
  [
    'proxy add 9001 us sticky',
    {
      command: 'feature',
      feature: { command: 'proxy.add', params: { port: 9001, country: 'US', mode: 'sticky' } },
    },
  ],
  [
    'proxy add 9002 any rotating',
    {
      command: 'feature',
      feature: { command: 'proxy.add', params: { port: 9002, country: null, mode: 'rotating' } },
    },
  ],
  ['proxy remove 9001', { command: 'feature', feature: { command: 'proxy.remove', params: { port: 9001 } } }],
  ['trust', { command: 'feature', feature: { command: 'network.trust', params: { name: null } } }],
  [
    'trust at home',
    { command: 'feature', feature: { command: 'network.trust', params: { name: 'at home' } } },
  ],
  ['set dns default', { command: 'feature', feature: { command: 'dns.set', params: { dns: null } } }],
  [
    'set block ads malware',
    {
      command: 'feature',
      feature: {
        command: 'block-lists.set',
        params: { blockLists: { ads: true, trackers: false, malware: true } },
      },
    },
  ],
])('comet %s', (line, invocation) => {
  expect(parseArguments(line.split(' ').filter(Boolean))).toEqual({ ok: true, value: invocation });
});

test.each([
  ['fly', 'There is no command “fly”.'],
  ['connect --fast', 'This command has no option “--fast”.'],
  ['connect nl-ams --via', '--via needs a value.'],
  ['connect --dedicated', 'Name one of your dedicated addresses: `comet connect --dedicated 203.0.113.7`.'],
  [
    'connect --dedicated mine',
    'Name one of your dedicated addresses: `comet connect --dedicated 203.0.113.7`.',
  ],
  [
    'connect nl-ams --dedicated 198.51.100.7',
    'Name one of your dedicated addresses: `comet connect --dedicated 203.0.113.7`.',
  ],
  ['locations --type', '--type needs a value.'],
  [
    'locations --type cheap',
    'Say which type: `comet locations --type` standard, native_residential, residential, dedicated, dedicated_residential, company, specialty.',
  ],
  ['locations all', '“all” is one word too many.'],
  ['connect nl-ams --via --fast', '--via needs a value.'],
  ['disconnect now', '“now” is one word too many.'],
  ['lockdown', 'Say `comet lockdown on` or `comet lockdown off`.'],
  ['lockdown maybe', 'Say `comet lockdown on` or `comet lockdown off`.'],
  ['set', 'Say what to set: protocol, variant, server, dns, block, auto-connect or post-quantum.'],
  ['set colour red', 'Say what to set: protocol, variant, server, dns, block, auto-connect or post-quantum.'],
  ['set protocol ipsec', 'Say `comet set protocol` and one of automatic, wireguard, openvpn.'],
  ['set protocol openvpn now', '“now” is one word too many.'],
  ['set variant', 'Say `comet set variant` and one of automatic, udp, tcp, tls, shadowsocks, obfs4.'],
  ['login --email', '--email needs a value.'],
  ['login --name \u001b[31m', '--name takes 1 to 60 characters, none of them invisible.'],
  [`login --name ${'y'.repeat(61)}`, '--name takes 1 to 60 characters, none of them invisible.'],
  [`connect ${'y'.repeat(61)}`, 'A location is named in 60 characters at most.'],
  ['pause', 'Say how long, from 10 seconds to a day: `comet pause 90s`, `15m` or `2h`.'],
  ['pause 9s', 'Say how long, from 10 seconds to a day: `comet pause 90s`, `15m` or `2h`.'],
  ['pause 25h', 'Say how long, from 10 seconds to a day: `comet pause 90s`, `15m` or `2h`.'],
  ['distrust', 'A network is named in 1 to 60 characters, none of them invisible.'],
  ['set auto-connect maybe', 'Say `comet set auto-connect on` or `comet set auto-connect off`.'],
  [
    'split maybe',
    'Say `comet split`, `comet split off`, `exclude` or `include`, or `add-app PATH`, `add-network CIDR`, `remove-app`, `remove-network`.',
  ],
  ['proxy add 80 us sticky', 'A port is a number from 1024 to 65535.'],
  ['proxy add 9001 usa sticky', 'A country is named by its two letters, such as us, or by `any`.'],
  [
    'proxy add 9001 xx rotating',
    'There is no country “xx”. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.',
  ],
  [
    'proxy add 9001 UK sticky',
    'There is no country “UK”. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.',
  ],
  ['set dns', 'Name one to three addresses of resolvers, or `default`.'],
  ['set dns 9.9.9', 'Name one to three addresses of resolvers, or `default`.'],
  ['set block evil', 'Name one or more of ads, trackers and malware, or `none`.'],
  ['status --json --watch', '--json and --watch do not go together.'],
])('comet %s is wrong usage', (line, problem) => {
  expect(parseArguments(line.split(' '))).toEqual({ ok: false, error: problem });
});

test('no words whatever make it throw', () => {
  fc.assert(fc.property(fc.array(fc.string()), (words) => void parseArguments(words)));
});

test('a server is preferred by the words for it, or by a place of one word or more', () => {
  const server = (...words: string[]) => parseArguments(['set', 'server', ...words]);
  for (const words of [['nearest'], ['last'], ['new', 'york']])
    expect(server(...words)).toMatchObject({
      value: { feature: { command: 'server.set', params: { server: words.join(' ') } } },
    });
  expect(server().ok).toBe(false);
  expect(server('x'.repeat(61)).ok).toBe(false);
});
