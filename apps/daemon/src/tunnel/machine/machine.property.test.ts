import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';
import type { FirewallPolicy } from '../../platform/firewall/firewall.ts';
import { policyOf } from '../policy.ts';
import { leaseOf } from '../session.ts';
import type { Message, State } from '../state.ts';

const turn = fc.oneof(
  fc.record({
    do: fc.constant('connect' as const),
    location: fc.constantFrom(null, 'nl-ams', 'jp-tyo', 'xx-xxx'),
  }),
  fc.record({ do: fc.constant('disconnect' as const) }),
  fc.record({ do: fc.constant('settle' as const) }),
  // Otherwise the next event arrives during the effects of the last one.
  fc.record({ do: fc.constant('breathe' as const), turns: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ do: fc.constant('fire-timers' as const) }),
  fc.record({ do: fc.constant('lockdown' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('sign-in' as const), on: fc.boolean() }),
  fc.record({
    do: fc.constant('break' as const),
    part: fc.constantFrom('firewall' as const, 'routing' as const, 'dns' as const, 'wireguard' as const),
    on: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('api' as const),
    reason: fc.constantFrom(null, 'api_unreachable' as const, 'device_removed' as const),
  }),
  fc.record({
    do: fc.constant('refuse' as const),
    code: fc.constantFrom(
      'unreachable' as const,
      'key_taken' as const,
      'ticket_revoked' as const,
      'gateway_full' as const,
    ),
  }),
  fc.record({ do: fc.constant('stand-by' as const), at: fc.constantFrom('gateway-0', 'gateway-1') }),
  fc.record({
    do: fc.constant('tell' as const),
    kind: fc.constantFrom(
      'device-died' as const,
      'network-changed' as const,
      'link-lost' as const,
      'routes-lost' as const,
      'session-moved' as const,
      'gateways-known' as const,
      'exit-gone' as const,
      'retry-due' as const,
      'standby-gone' as const,
      'lowered' as const,
    ),
    /** Whether the report is about the current state or one that has ended. */
    present: fc.boolean(),
  }),
);

test('announces a state only with its rules in force, for any sequence of events', async () => {
  const seen = new Set<State['kind']>();
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 40 }), fc.boolean(), async (turns, adopted) => {
      const harness = fakeTunnel({ adopted });
      const { tunnel, firewall, settings } = harness;
      const violations: unknown[] = [];
      // Watching clients take a while to show an announced state.
      let screen: State['kind'] = 'disconnected';
      harness.controls.shown = async () => {
        await new Promise((resolve) => setImmediate(resolve));
        screen = tunnel.state.kind;
      };
      const { apply } = firewall;
      firewall.apply = async (policy) => {
        if (policy === null) {
          const { kind } = tunnel.state;
          if (screen === 'connected') violations.push('let out while the screen said connected');
          if (settings.lockdown) violations.push('let out by lockdown');
          if (harness.routing.raised !== null) violations.push('let out while a link stood');
          if (kind !== 'disconnecting' && kind !== 'disconnected') violations.push(`let out of ${kind}`);
        }
        await apply(policy);
      };
      let wasConnected = false;
      tunnel.onChange((state) => {
        seen.add(state.kind);
        if (state.kind === 'connected') wasConnected = true;
        if (state.kind === 'disconnecting') {
          // A refusal by the account returns to disconnected only from there.
          if (wasConnected && state.refusal !== null) violations.push('let out of a tunnel by a refusal');
          wasConnected = false;
        }
        if (state.kind === 'connected') screen = 'connected';
        try {
          check(state);
        } catch (violation) {
          violations.push(violation);
        }
      });

      function check(state: State): void {
        const wanted = policyOf(state, settings);
        expect(summaryOf(firewall.inForce)).toMatchObject(summaryWanted(state, settings.lockdown));
        if (state.kind === 'connected') expect(firewall.inForce).toEqual(wanted);
        // Only a block that failed, and is reported as failed, may be missing.
        else if (state.kind === 'error') expect(tunnel.blocking).toBe(firewall.inForce !== null);
        else if (state.kind === 'disconnected') expect(firewall.inForce).toEqual(wanted);
        else if (state.kind === 'connecting') expect(firewall.inForce).toEqual(wanted);
        // No route of ours is set while no traffic is blocked.
        if (firewall.inForce === null) expect(harness.routing.raised).toBeNull();
      }

      for (const step of turns) await play(step);
      // A state that is being entered has the rules of the settings at its beginning.
      await tunnel.idle();
      harness.firewall.failing = false;
      settings.lockdown = false;
      tunnel.dispatch({ kind: 'settings-changed' });
      await tunnel.disconnect();
      await tunnel.idle();
      expect(violations).toEqual([]);
      expect(harness.controls.hasOverlap).toBe(false);
      expect(tunnel.state.kind).toBe('disconnected');
      expect(harness.routing.raised).toBeNull();
      expect(harness.dns.servers).toBeNull();
      expect(firewall.inForce).toBeNull();

      async function play(step: typeof turn extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
        switch (step.do) {
          case 'connect':
            void tunnel.connect({ location: step.location });
            break;
          case 'disconnect':
            void tunnel.disconnect();
            break;
          case 'settle':
            await tunnel.idle();
            await new Promise((resolve) => setImmediate(resolve));
            break;
          case 'breathe':
            for (let left = step.turns; left > 0; left -= 1) await Promise.resolve();
            break;
          case 'fire-timers':
            harness.fireTimers();
            break;
          case 'lockdown':
            await tunnel.idle();
            settings.lockdown = step.on;
            tunnel.dispatch({ kind: 'settings-changed' });
            await tunnel.idle();
            break;
          case 'sign-in':
            harness.controls.signedIn = step.on;
            break;
          case 'break':
            harness[step.part].failing = step.on;
            break;
          case 'api':
            harness.controls.apiReason = step.reason;
            break;
          case 'refuse':
            harness.admissionEndpoint.refusals = [step.code];
            break;
          case 'stand-by':
            await harness.keys.ofThisWeek();
            harness.controls.standbyAt.add(step.at);
            break;
          case 'tell': {
            const key = step.present ? tunnel.state.key : 'state-from-before';
            const message: Message =
              step.kind === 'device-died' || step.kind === 'network-changed'
                ? { kind: step.kind }
                : { kind: step.kind, key };
            tunnel.dispatch(message);
            break;
          }
        }
      }
    }),
    { numRuns: 300 },
  );
  // Otherwise the property would be trivially true.
  expect([...seen].sort()).toEqual(['connected', 'connecting', 'disconnected', 'disconnecting', 'error']);
});

/** A summary of a policy. */
function summaryOf(policy: FirewallPolicy | null) {
  const { kind, gateway, tunnel } = { ...{ kind: null, gateway: null, tunnel: null }, ...policy };
  return { kind, gateway: gateway?.address, address: tunnel?.ipv4 };
}

/** The expected summary of a state, computed independently of `policyOf`. */
function summaryWanted(state: State, lockdown: boolean): Partial<ReturnType<typeof summaryOf>> {
  if (state.kind === 'disconnected') return { kind: lockdown ? 'blocked' : null };
  if (state.kind !== 'connecting' && state.kind !== 'connected') return {};
  const session = state.kind === 'connected' ? state.session : state.admitted;
  if (session !== null)
    return { kind: 'connected', gateway: session.gateway.address, address: leaseOf(session).ipv4 };
  const gateway = state.kind === 'connecting' ? state.connectionAttempt?.gateway.address : undefined;
  return { kind: gateway === undefined ? 'blocked' : 'connecting', gateway };
}
