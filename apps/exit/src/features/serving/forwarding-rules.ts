import type { ExitAdmittance, ExitOrder } from '@comet/contract';
import { taskQueue } from '@comet/foundation';
import type { DayQuota, Firewall, FirewallPlan } from '../../platform/firewall.ts';
import type { Line } from '../../platform/line.ts';
import { type Allowance, allowanceOf, type Usage, moreUsage, type OwnerLimits } from '../allowance/index.ts';

/** The forwarding rules in force, and their counters. */
export interface ForwardingRules {
  readonly allowance: Allowance;
  usage(): Usage;
  today(): number;
  /** Each of these methods applies the resulting rules if they differ from the current ones. */
  setAdmittance(admittance: ExitAdmittance): Promise<void>;
  setOrder(order: Pick<ExitOrder, 'caps' | 'rules'>): Promise<void>;
  setOwnerLimits(ownerLimits: OwnerLimits): Promise<void>;
  /** The owner's networks, which change when the machine moves. */
  setLine(line: Line): Promise<void>;
  /** Reads the counters. Returns true if that changed the permitted traffic. */
  count(): Promise<boolean>;
  /** Counts bytes of our own measurements as forwarded traffic. */
  addMeasuredBytes(bytes: number): Promise<void>;
  remove(): Promise<void>;
}

interface ForwardingRulesParts {
  readonly firewall: Firewall;
  readonly ownerLimits: OwnerLimits;
  readonly usage: Usage;
  readonly line: Line;
  now(): Date;
}

/** Creates the forwarding rules of this exit. Nothing is forwarded before the first `setAdmittance`. */
export function createForwardingRules(parts: ForwardingRulesParts): ForwardingRules {
  const { firewall } = parts;
  let { ownerLimits, usage, line } = parts;
  let gateway: FirewallPlan['gateway'] | null = null;
  let order: Pick<ExitOrder, 'caps' | 'rules'> = {
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [], networks: [] },
  };
  let inForce = '';
  let spent = 0;
  let quota: number | null = null;
  const turn = taskQueue();
  const day = () => parts.now().toISOString().slice(0, 10);
  const today = () => usage.days[day()] ?? 0;
  const allowance = () => allowanceOf(ownerLimits, order.caps, today());

  async function read(): Promise<void> {
    const counted = await firewall.usage();
    const more = counted < usage.counted ? counted : counted - usage.counted;
    if (more > 0) usage = moreUsage(usage, day(), more);
    usage = { ...usage, counted };
  }

  /** When the quota is used up, the kernel also counts dropped packets. */
  function quotaFor(used: number, left: number): DayQuota {
    const anew = quota === null || used >= quota;
    return { anew, bytes: anew ? left : used + left };
  }

  async function apply(): Promise<boolean> {
    if (gateway === null) return false;
    const { state, bytesPerSecond, dayBytes } = allowance();
    const { ports: deniedPorts, networks: deniedNetworks } = order.rules;
    const { networks: ownNetworks } = line;
    const open = state === 'open';
    const plan = { gateway, ownNetworks, open, bytesPerSecond, deniedPorts, deniedNetworks };
    const text = JSON.stringify([plan, dayBytes, dayBytes === null ? null : [day(), spent]]);
    if (text === inForce) return false;
    // In this order: bytes that pass in between reduce the remaining quota, and are not granted twice.
    const used = dayBytes === null ? 0 : await firewall.dayQuotaUsed();
    await read();
    const dayQuota = dayBytes === null ? null : quotaFor(used, Math.max(0, dayBytes - today()));
    await firewall.set({ ...plan, dayQuota });
    inForce = text;
    quota = dayQuota?.bytes ?? null;
    return true;
  }

  const change = (make: () => void): Promise<void> =>
    turn(async () => {
      make();
      await apply();
    });

  return {
    get allowance() {
      return allowance();
    },
    usage: () => usage,
    today,
    setAdmittance: (admittance) =>
      change(() => {
        gateway = admittance.gateway;
      }),
    setOrder: (given) =>
      change(() => {
        order = { caps: given.caps, rules: given.rules };
      }),
    setOwnerLimits: (given) =>
      change(() => {
        ownerLimits = given;
      }),
    setLine: (to) =>
      change(() => {
        line = to;
      }),
    count: () =>
      turn(async () => {
        await read();
        return apply();
      }),
    addMeasuredBytes: (bytes) =>
      change(() => {
        usage = moreUsage(usage, day(), bytes);
        spent += bytes;
      }),
    remove: () =>
      turn(async () => {
        await read();
        inForce = '';
        await firewall.remove();
        usage = { ...usage, counted: 0 };
      }),
  };
}
