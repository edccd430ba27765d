import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UserError } from '../user-error.ts';
import { type ClusterRequest, sendCommand, serveCommands } from './control-socket.ts';

const state = await mkdtemp(join(tmpdir(), 'comet-control-'));
afterAll(() => rm(state, { recursive: true }));

test('carries commands, their output and their failure to the running cluster', async () => {
  const received: ClusterRequest[] = [];
  const server = await serveCommands(state, async (request, print) => {
    received.push(request);
    print('one');
    print('two\nlines');
    if (request.do === 'fail') throw new UserError('The cluster is not complete.');
  });
  expect((await stat(join(state, 'control.sock'))).mode & 0o077).toBe(0);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await sendCommand(state, { do: 'status' }, print)).toBe(true);
  expect(lines).toEqual(['one', 'two\nlines']);
  const fail = { do: 'fail', failure: 'leader', seconds: 5 } as const;
  await expect(sendCommand(state, fail, print)).rejects.toThrow('The cluster is not complete.');
  expect(received).toEqual([{ do: 'status' }, fail]);
  server.close();
});

test('returns false where no cluster runs', async () => {
  expect(await sendCommand(join(state, 'none'), { do: 'stop' }, () => undefined)).toBe(false);
});
