import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetConnections, forgetForwardedConnections } from './conntrack.ts';
import type { Runner } from '../processes/run-process.ts';

function recorder(code = 0) {
  const inputs: string[] = [];
  const run: Runner = (_command, _args, input) => {
    inputs.push(input);
    return Promise.resolve({ code, stdout: '', stderr: 'no' });
  };
  return { inputs, run };
}

test('passes each address in a line of its family, and many in several calls', async () => {
  const { inputs, run } = recorder();
  await forgetConnections(['100.64.0.9', 'fd00:c0:e7::9'], run);
  expect(inputs).toEqual(['-D -s 100.64.0.9\n-D -f ipv6 -s fd00:c0:e7::9\n']);
  const many = Array.from({ length: 120 }, (_, index) => `100.64.1.${index}`);
  await forgetConnections(many, run);
  expect(inputs.slice(1).map((input) => input.trim().split('\n').length)).toEqual([50, 50, 20]);
  await forgetConnections([], run);
  expect(inputs).toHaveLength(4);
});

test('deletes forwarded connections by the source of their replies', async () => {
  const { inputs, run } = recorder();
  await forgetForwardedConnections(['100.64.0.9'], run);
  expect(inputs).toEqual(['-D -r 100.64.0.9\n']);
  await expect(forgetForwardedConnections(['100.64.0.9 -F'], run)).rejects.toThrow(TypeError);
});

test('passes only addresses to the tool', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.constantFrom('\n-F', ' -F', '\0', '/0', '%eth0'), async (text, tail) => {
      for (const given of [text, `100.64.0.9${tail}`, `fd00::1${tail}`]) {
        const { inputs, run } = recorder();
        await forgetConnections([given], run).catch(() => undefined);
        for (const input of inputs) expect(input).toMatch(/^-D (-f ipv6 )?-s [0-9a-fA-F:.]+\n$/);
      }
    }),
  );
});

test('rejects with the message of a tool that fails', async () => {
  await expect(forgetConnections(['100.64.0.9'], recorder(1).run)).rejects.toThrow('conntrack: no');
});
