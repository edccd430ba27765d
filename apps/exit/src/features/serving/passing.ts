import type { ExitAdmittance, ExitOrder } from '@comet/contract';
import { inTurn } from '@comet/foundation';
import type { DayQuota, Firewall, FirewallPlan } from '../../platform/firewall.ts';
import type { Line } from '../../platform/line.ts';
import { type Allowance, allowanceOf, type Carried, carriedMore, type Wishes } from '../allowance/index.ts';

/** What this machine lets pass: the rules in force, and what they have counted. */
export interface Passing {
  readonly allowance: Allowance;
  carried(): Carried;
  today(): number;
  /** Each puts the rules in force that follow, where they differ from those that are. */
  admitted(admittance: ExitAdmittance): Promise<void>;
  ordered(order: Pick<ExitOrder, 'caps' | 'rules'>): Promise<void>;
  wished(wishes: Wishes): Promise<void>;
  /** The owner's networks, which change when the machine moves. */
  moved(line: Line): Promise<void>;
  /** Reads what has passed. True when that changed what may. */
  count(): Promise<boolean>;
  /** Notes bytes of our own on the line, as if they had been carried. */
  spent(bytes: number): Promise<void>;
  remove(): Promise<void>;
}

export interface PassingParts {
  readonly firewall: Firewall;
  readonly wishes: Wishes;
  readonly carried: Carried;
  readonly line: Line;
  now(): Date;
}

export function createPassing(parts: PassingParts): Passing {
  const { firewall } = parts;
  let { wishes, carried, line } = parts;
  let gateway: FirewallPlan['gateway'] | null = null;
  let order: Pick<ExitOrder, 'caps' | 'rules'> = {
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [], networks: [] },
  };
  let inForce = '';
  let spent = 0;
  let quota: number | null = null;
  const turn = inTurn();
  const day = () => parts.now().toISOString().slice(0, 10);
  const today = () => carried.days[day()] ?? 0;
  const allowance = () => allowanceOf(wishes, order.caps, today());

  async function read(): Promise<void> {
    const counted = await firewall.carried();
    const more = counted < carried.counted ? counted : counted - carried.counted;
    if (more > 0) carried = carriedMore(carried, day(), more);
    carried = { ...carried, counted };
  }

  /** Where nothing passes any more, the kernel has counted what it dropped. */
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
    // In this order: what passes in between is missing in what is left, and not given twice.
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
    carried: () => carried,
    today,
    admitted: (admittance) =>
      change(() => {
        gateway = admittance.gateway;
      }),
    ordered: (given) =>
      change(() => {
        order = { caps: given.caps, rules: given.rules };
      }),
    wished: (given) =>
      change(() => {
        wishes = given;
      }),
    moved: (to) =>
      change(() => {
        line = to;
      }),
    count: () =>
      turn(async () => {
        await read();
        return apply();
      }),
    spent: (bytes) =>
      change(() => {
        carried = carriedMore(carried, day(), bytes);
        spent += bytes;
      }),
    remove: () =>
      turn(async () => {
        await read();
        inForce = '';
        await firewall.remove();
        carried = { ...carried, counted: 0 };
      }),
  };
}
