import { ok } from '@comet/foundation';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test, vi } from 'vitest';
import type { DaemonSocket } from './daemon-socket.ts';
import { runSplit } from './run-split.ts';
import type { Terminal } from './terminal.ts';

test.each([
  ['off', 'exclude', true],
  ['off', 'include', true],
  ['exclude', 'exclude', false],
] as const)('with split tunnelling %s, %s says that it turns it on: %s', async (mode, word, isTold) => {
  const became = vi.spyOn(process, 'execve').mockImplementation(() => undefined as never);
  const remarks: string[] = [];
  const settings = { ...freshSettings, splitTunnel: { ...freshSettings.splitTunnel, mode } };
  const daemon = { call: () => Promise.resolve(ok({ settings })), end: () => undefined };
  const out = { complain: (line: string) => remarks.push(line) };
  await runSplit(word, ['true'], daemon as unknown as DaemonSocket, out as unknown as Terminal);
  expect(became).toHaveBeenCalledOnce();
  expect(remarks.join().includes('`comet split off` ends it')).toBe(isTold);
  became.mockRestore();
});
