import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { echoUrl, labHosts, otherSiteUrl } from '../addresses.ts';
import { runningLab } from './running-lab.ts';

const description = { id: 'gone', stateDir: '/s', hosts: labHosts('gone'), echoUrl, otherSiteUrl };

describe('finding the lab of a running stack', () => {
  let state = '';
  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'comet-lab-'));
  });
  afterEach(() => rm(state, { recursive: true, force: true }));

  test('reports that no stack is running without a stack.json', async () => {
    expect(await runningLab(state)).toEqual({
      ok: false,
      error: expect.stringContaining('No stack is running'),
    });
  });

  test.each([
    ['{"lab":', 'is damaged'],
    ['{"lab":null}', 'runs without a lab'],
    ['{}', 'runs without a lab'],
    ['[]', 'runs without a lab'],
    ['{"lab":{"id":"x"}}', 'cannot read'],
    [JSON.stringify({ lab: description }), 'is gone'],
  ])('%.20s… is reported with instructions', async (text, words) => {
    await writeFile(join(state, 'stack.json'), text);
    const found = await runningLab(state);
    expect(found).toEqual({ ok: false, error: expect.stringContaining(words) });
    expect(found).toEqual({ ok: false, error: expect.stringContaining('start') });
  });
});
