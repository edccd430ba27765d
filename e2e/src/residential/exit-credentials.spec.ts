import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { cometOps } from '../support/operator-cli.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';
import { startSecondExit } from './second-exit.ts';

/** Exits of the lab, whose agents call the API through their own uplinks. */

const lab = runningLab();
const stack = runningStack();

const listExits = async (id = '') =>
  (await cometOps('exits', 'list'))
    .split('\n')
    .filter((line) => /^[0-9a-f]{8}-/.test(line) && line.startsWith(id));

/** On a busy machine the start of an operator's command alone takes many seconds. */
const patience = { timeout: 60_000 };

const readCredential = async (home: string): Promise<{ exitId: string; credential: string }> =>
  JSON.parse(await readFile(join(stateFolder(), 'lab', home, 'membership.json'), 'utf8'));

const statusWithoutProof = async (credential: string) =>
  (await fetch(`${stack.api}${api.showExit.path}`, { headers: { authorization: `Bearer ${credential}` } }))
    .status;

test('new exits are bound to their keys: the API rejects their credential without a proof', async () => {
  const { exitId, credential } = await readCredential('exit-us');
  expect(await statusWithoutProof(credential)).toBe(401);
  // Earlier tests may have cut its uplink.
  await expect.poll(async () => (await listExits(exitId))[0], patience).toMatch(/ live .* bound/);
});

test('an older exit is bound when its agent is updated, and continues; removal by the operator ends it', async () => {
  const second = await startSecondExit(lab, stateFolder(), { withoutKey: true });
  try {
    const { exitId } = await readCredential('second-exit');
    await expect.poll(async () => (await listExits(exitId))[0], patience).toContain(' bound');
    const { credential } = await readCredential('second-exit');
    expect(await statusWithoutProof(credential)).toBe(401);
    // The command runs in another process than the service and uses the renewed credential.
    expect((await second.run('pause')).stdout).toBe('Paused. No traffic is carried.\n');
    expect((await second.run('resume')).stdout).toBe('Resumed.\n');
    await cometOps('exits', 'remove', exitId);
    expect(await listExits(exitId)).toEqual([]);
  } finally {
    await second.end();
  }
});
