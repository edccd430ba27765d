import type { ExitAdmittance, ExitReport } from '@comet/contract';
import { type Clock, err, taskQueue, ok, type Result, unixSeconds } from '@comet/foundation';
import type { ExitLink, ExitLinkPlan } from '../../platform/routing/exit-link.ts';
import {
  exitControlPort,
  exitMeasurePort,
  type ExitSlot,
  exitSlot,
  maxExits,
} from '../../platform/routing/exit-slot.ts';
import type { AdmittedExit, ExitAdmissionState } from './decide-exit.ts';
import { isRevoked } from './decide-exit.ts';
import { type Exit, received, rulesOf, stateOf } from './exit.ts';
import type { ExitControl, ExitControlOptions } from './exit-control.ts';
import type { ExitBandwidthTestServer, openExitBandwidthTestServer } from './exit-bandwidth-test-server.ts';

/** Milliseconds for which a silent exit keeps its slot, so that customers with its address can wait for it. */
const slotRetention = 600_000;

interface ExitsParts {
  /** Name of the customers' interface. */
  readonly tunnel: string;
  readonly ports: { readonly first: number; readonly last: number };
  readonly link: Omit<ExitLinkPlan, 'slot' | 'listenPort'>;
  readonly serverPublicKey: string;
  readonly clock: Clock;
  openLink(plan: ExitLinkPlan): Promise<ExitLink>;
  openControl(options: ExitControlOptions): Promise<ExitControl>;
  openBandwidthTestServer: typeof openExitBandwidthTestServer;
  /** Called when an exit is added or removed, or when its state changes. */
  onChange(): void;
  onError(error: unknown): void;
}

/** The exits registered at this gateway. */
export interface Exits {
  /** Opens a tunnel for the exit, or keeps its existing one; `publicAddress` is its source address. */
  admit(
    admitted: AdmittedExit,
    publicAddress: string | null,
  ): Promise<Result<ExitAdmittance, 'gateway_full'>>;
  issuedAt(exit: string): number | null;
  all(): Iterable<Exit>;
  get(id: string): Exit | null;
  /** Removes exits whose ticket is revoked or expired, and those silent for ten minutes. */
  sweep(revocations: ExitAdmissionState['revocations']): Promise<void>;
  close(): Promise<void>;
}

interface RegisteredExit {
  exit: Exit;
  readonly link: ExitLink;
  readonly control: ExitControl;
  readonly bandwidthTestServer: ExitBandwidthTestServer;
}

/** Creates the registry of exits, empty. Each exit gets one port of `parts.ports`; without a free one `admit` returns `gateway_full`. */
export function createExits(parts: ExitsParts): Exits {
  const { clock, ports } = parts;
  const registered = new Map<string, RegisteredExit>();
  /** Serialises changes, so that concurrent presentations of an exit get one slot. */
  const turn = taskQueue();
  let closed = false;
  const today = () => clock.now().toISOString().slice(0, 10);

  async function admit(
    admitted: AdmittedExit,
    publicAddress: string | null,
  ): Promise<Result<ExitAdmittance, 'gateway_full'>> {
    const { claims, publicKey } = admitted;
    const present = registered.get(claims.exit);
    if (present !== undefined) {
      const { exit } = present;
      if (exit.publicKey !== publicKey) await present.link.setPeer(publicKey);
      present.exit = { ...exit, claims, publicKey, publicAddress };
      present.control.sendNow();
      parts.onChange();
      return ok(admittanceOf(exit.slot));
    }
    const slot = freeSlot();
    if (slot === null || closed) return err('gateway_full');
    registered.set(claims.exit, await register(admitted, publicAddress, slot));
    parts.onChange();
    return ok(admittanceOf(slot));
  }

  async function register(
    { claims, publicKey }: AdmittedExit,
    publicAddress: string | null,
    slot: ExitSlot,
  ): Promise<RegisteredExit> {
    const link = await parts.openLink({
      ...parts.link,
      slot,
      listenPort: ports.first + slot.index,
    });
    let bandwidthTestServer: ExitBandwidthTestServer | null = null;
    try {
      await link.setPeer(publicKey);
      const of = () => registered.get(claims.exit);
      const ends = { address: slot.gateway.ipv4, peer: slot.exit.ipv4 };
      bandwidthTestServer = await parts.openBandwidthTestServer({ ...ends, port: exitMeasurePort });
      const control = await parts.openControl({
        ...ends,
        port: exitControlPort,
        order() {
          const known = of()?.exit ?? { claims, publicAddress };
          const { ports: denied, networks } = rulesOf(known);
          return { caps: known.claims.caps, rules: { ports: denied, networks } };
        },
        onReport: (report, latencyMs) => receive(of(), report, latencyMs),
        onSilence: () => markSilent(of()),
      });
      const traffic = { day: today(), bytes: 0 };
      const receivedAt = clock.now().getTime();
      const noReport = { report: null, latencyMs: null, traffic, rate: 0, receivedAt };
      return {
        exit: { claims, publicKey, slot, publicAddress, ...noReport },
        link,
        control,
        bandwidthTestServer,
      };
    } catch (error) {
      await bandwidthTestServer?.close();
      await link.close();
      throw error;
    }
  }

  function receive(one: RegisteredExit | undefined, report: ExitReport, latencyMs: number | null): void {
    if (one === undefined) return;
    const before = one.exit;
    one.exit = received(before, report, latencyMs, clock.now().getTime(), today());
    if (before.report?.ipv6 !== report.ipv6) one.link.setIpv6(report.ipv6).catch(parts.onError);
    if (before.report?.ipv6 !== report.ipv6 || stateOf(before) !== stateOf(one.exit)) parts.onChange();
  }

  function markSilent(one: RegisteredExit | undefined): void {
    if (one === undefined || one.exit.report === null) return;
    one.exit = { ...one.exit, report: null, latencyMs: null, rate: 0 };
    parts.onChange();
  }

  function freeSlot(): ExitSlot | null {
    const taken = new Set([...registered.values()].map(({ exit }) => exit.slot.index));
    const maxCount = Math.min(maxExits, ports.last - ports.first + 1);
    for (let free = 0; free < maxCount; free += 1) if (!taken.has(free)) return exitSlot(parts.tunnel, free);
    return null;
  }

  function admittanceOf(slot: ExitSlot): ExitAdmittance {
    return {
      serverPublicKey: parts.serverPublicKey,
      wireguardPort: ports.first + slot.index,
      exit: slot.exit,
      gateway: slot.gateway,
      controlPort: exitControlPort,
      measurePort: exitMeasurePort,
      mtu: parts.link.mtu,
    };
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const one = registered.get(id);
      registered.delete(id);
      // Traffic is diverted before the link is removed.
      parts.onChange();
      await one?.control.close();
      await one?.bandwidthTestServer.close();
      await one?.link.close();
    }
  }

  return {
    admit: (admitted, publicAddress) => turn(() => admit(admitted, publicAddress)),
    issuedAt: (exit) => registered.get(exit)?.exit.claims.iat ?? null,
    *all() {
      for (const { exit } of registered.values()) yield exit;
    },
    get: (id) => registered.get(id)?.exit ?? null,
    sweep: (revocations) =>
      turn(() => {
        const now = clock.now();
        const gone = ({ claims, report, receivedAt }: Exit) =>
          isRevoked(revocations, claims) ||
          claims.exp <= unixSeconds(now) ||
          (report === null && now.getTime() - receivedAt > slotRetention);
        return remove([...registered].filter(([, { exit }]) => gone(exit)).map(([id]) => id));
      }),
    close: () =>
      turn(() => {
        closed = true;
        return remove([...registered.keys()]);
      }),
  };
}
