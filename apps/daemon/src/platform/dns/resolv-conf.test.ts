import { expect, test } from 'vitest';
import { isOurs, resolvConfFor, restoration } from './dns.resolv-conf.ts';

const theirs = 'nameserver 192.168.77.1\nsearch lan\n';

test('contains only the tunnel’s resolvers', () => {
  const ours = resolvConfFor(['100.64.0.1', 'fd00:c0:e7::1']);
  expect(ours.split('\n').slice(1)).toEqual(['nameserver 100.64.0.1', 'nameserver fd00:c0:e7::1', '']);
  expect(isOurs(ours)).toBe(true);
});

test('rejects a resolver that is not an address', () => {
  expect(() => resolvConfFor(['100.64.0.1\noptions rotate'])).toThrow(TypeError);
});

test('restores the original content exactly', () => {
  const ours = resolvConfFor(['100.64.0.1']);
  expect(restoration(ours, { original: theirs })).toEqual({ do: 'write', content: theirs });
  expect(restoration(null, { original: theirs })).toEqual({ do: 'write', content: theirs });
  expect(restoration(ours, { original: null })).toEqual({ do: 'write', content: '' });
});

test('does not change a file of another program', () => {
  expect(restoration(theirs, null)).toEqual({ do: 'nothing' });
  expect(restoration('nameserver 192.0.2.99\n', { original: theirs })).toEqual({ do: 'leave-theirs' });
});
