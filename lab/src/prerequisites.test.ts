import { expect, test } from 'vitest';
import { lackingCapabilities } from './prerequisites.ts';

test('root has the capabilities; a container with the default set lacks those for namespaces', () => {
  expect(lackingCapabilities('Name:\tnode\nCapEff:\t000001ffffffffff\n')).toEqual([]);
  expect(lackingCapabilities('CapEff:\t00000000a80425fb\n')).toEqual(['CAP_NET_ADMIN', 'CAP_SYS_ADMIN']);
  expect(lackingCapabilities('')).toEqual(['CAP_NET_ADMIN', 'CAP_NET_RAW', 'CAP_SYS_ADMIN']);
});
