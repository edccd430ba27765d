import { describe, expect, test } from 'vitest';
import { closePlan, intentAfterClose, type StartFacts, startPlan } from './lifecycle-plan.ts';

const facts: StartFacts = {
  lockdown: false,
  isStateReset: false,
  hasAdoptedRules: false,
  restoredLocation: undefined,
  intent: null,
  recordedGoal: null,
  hasStandbySession: true,
  hasTransportMemory: false,
  dependsOnNetwork: false,
};
const kindsOf = (given: Partial<StartFacts>) => startPlan({ ...facts, ...given }).map(({ kind }) => kind);
const resumed = (given: Partial<StartFacts>) =>
  startPlan({ ...facts, ...given }).find(({ kind }) => kind === 'connect' || kind === 'clean-up');

describe('start', () => {
  test('accepts commands last, after the tunnel has settled and the pause has resumed', () => {
    expect(kindsOf({})).toEqual([
      'write-boot-block',
      'clean-up',
      'settle-tunnel',
      'prepare-device',
      'open-local-proxies',
      'resume-pause',
      'watch-wake',
      'schedule-network-monitor',
      'schedule-refresh',
      'accept-commands',
    ]);
  });

  test('prefetches a session only without lockdown and without a standby session', () => {
    expect(kindsOf({ hasStandbySession: false })[0]).toBe('prefetch-session');
    expect(kindsOf({ hasStandbySession: true })).not.toContain('prefetch-session');
    expect(kindsOf({ hasStandbySession: false, lockdown: true })).not.toContain('prefetch-session');
  });

  test('identifies the network before the first connect where transports are remembered', () => {
    const kinds = kindsOf({ hasTransportMemory: true, intent: { location: 'de-fra' } });
    expect(kinds.indexOf('identify-network')).toBe(kinds.indexOf('connect') - 1);
  });

  test('applies the rules of the current network where a setting depends on it', () => {
    const kinds = kindsOf({ dependsOnNetwork: true });
    expect(kinds.indexOf('apply-network-rules')).toBeGreaterThan(kinds.indexOf('settle-tunnel'));
    expect(kindsOf({ dependsOnNetwork: false })).not.toContain('apply-network-rules');
  });

  test('connects to the saved intent before a recorded goal', () => {
    const [intent, recordedGoal] = [{ location: 'de-fra' }, { location: 'nl-ams' }];
    expect(resumed({ intent, recordedGoal })).toEqual({ kind: 'connect', goal: intent, wait: 0 });
    expect(resumed({ recordedGoal })).toEqual({ kind: 'connect', goal: recordedGoal, wait: 0 });
  });

  test('waits for the confirmation of a restored session, with or without a location', () => {
    for (const restoredLocation of ['de-fra', null])
      expect(resumed({ restoredLocation, recordedGoal: { location: 'nl-ams' } })).toEqual({
        kind: 'connect',
        goal: { location: restoredLocation },
        wait: 600,
      });
  });

  test('keeps traffic blocked where the goal of adopted rules is lost', () => {
    expect(resumed({ hasAdoptedRules: true, isStateReset: true })).toEqual({
      kind: 'connect',
      goal: { location: null },
      wait: 0,
    });
  });

  test('waits for the removal of an earlier tunnel only where its rules are in force', () => {
    expect(resumed({ hasAdoptedRules: true })).toEqual({ kind: 'clean-up', wait: true });
    expect(resumed({ isStateReset: true })).toEqual({ kind: 'clean-up', wait: false });
  });
});

describe('close', () => {
  test('disconnects while clients are connected, and closes the data plane last', () => {
    expect(closePlan[0]).toBe('refuse-commands');
    expect(closePlan.indexOf('disconnect')).toBeLessThan(closePlan.indexOf('close-socket'));
    expect(closePlan.indexOf('close-socket')).toBeLessThan(closePlan.indexOf('save-state'));
    expect(closePlan.at(-1)).toBe('close-data-plane');
  });

  test('keeps the intent only under lockdown', () => {
    expect(intentAfterClose({ location: 'de-fra' }, true)).toEqual({ location: 'de-fra' });
    expect(intentAfterClose({ location: 'de-fra' }, false)).toBeNull();
  });
});
