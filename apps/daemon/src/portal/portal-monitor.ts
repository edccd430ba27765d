import type { Snapshot } from '@comet/tunnel-protocol';
import type { PortalFinding } from './portal-check.ts';
import type { PortalPermission } from './portal-permission.ts';

/** Delays in ms of the first check on a network or of a state, between checks while there is a page, and while a program shows it. */
const delays = { first: 1_000, again: 10_000, shown: 2_000 } as const;
/** Minimum interval in ms between checks that states cause: a connect passes through many. */
const minInterval = 5_000;
/** Interval in ms of the search for the end of the program that shows the page. */
const useInterval = 500;
/** Maximum time in seconds for which a program may show the page. */
export const permissionSeconds = 600;

interface PortalMonitorParts {
  /** Null on a system without it. */
  readonly permission: PortalPermission | null;
  /** Whether a network may show its page now: a tunnel is not up, and the check has an address. */
  readonly mayCheck: () => boolean;
  readonly check: (signal: AbortSignal) => Promise<PortalFinding>;
  /** Applies `isPermitted` to the firewall. */
  readonly applyPermission: () => Promise<void>;
  /** Called when the page no longer blocks the network. */
  readonly onPassed: () => void;
  readonly onChange: () => void;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Detects the sign-in page of a network, and lets one program show it. */
export interface PortalMonitor {
  current(): Snapshot['captivePortal'];
  /** Whether a program may reach the page now. */
  readonly isPermitted: boolean;
  /** Checks now, and resolves when the answer is known. */
  checkNow(): Promise<void>;
  /** Lets a process show the page. Null if there is no page; false where the system cannot distinguish programs. */
  open(pid: number): Promise<{ readonly page: string } | false | null>;
  /** Removes the permission. */
  shut(): Promise<void>;
  /** The tunnel is in the state with this key. Each one is checked once. */
  onState(key: string): void;
  /** The machine is on another network. */
  onNetwork(): void;
  close(): Promise<void>;
}

/** Creates the monitor. It checks only while no tunnel is up. */
export function createPortalMonitor(parts: PortalMonitorParts): PortalMonitor {
  const { permission, after } = parts;
  let page: string | null = null;
  let until: number | null = null;
  let round = new AbortController();
  let cancelCheck: (() => void) | null = null;
  let cancelUse = (): void => undefined;
  let checking: Promise<void> | null = null;
  let isClosed = false;
  let lastKey: string | null = null;
  let lastCheck = Number.NEGATIVE_INFINITY;

  function plan(delay: number): void {
    if (cancelCheck !== null || checking !== null || isClosed || !parts.mayCheck()) return;
    cancelCheck = after(delay, () => void checkNow());
  }

  function checkNow(): Promise<void> {
    cancelCheck?.();
    cancelCheck = null;
    const { signal } = round;
    checking ??= check(signal).finally(() => {
      checking = null;
      if (page !== null) plan(until === null ? delays.again : delays.shown);
      else if (signal.aborted) plan(delays.first);
    });
    return checking;
  }

  async function check(signal: AbortSignal): Promise<void> {
    if (isClosed || !parts.mayCheck()) return;
    lastCheck = parts.now();
    const found = await parts.check(signal);
    // The state or the network has changed meanwhile.
    if (signal.aborted || !parts.mayCheck()) return;
    if (found.kind === 'no_response') return;
    if (found.kind === 'portal') {
      if (page === null) show(found.page);
      return;
    }
    if (page === null) return;
    await forget();
    parts.onPassed();
  }

  function show(found: string | null): void {
    if (page === found) return;
    page = found;
    parts.onChange();
  }

  /** The first page stays: a permission has its port. */
  async function forget(): Promise<void> {
    show(null);
    await shut();
  }

  async function shut(): Promise<void> {
    cancelUse();
    if (until === null) return;
    until = null;
    parts.onChange();
    await permission?.end().catch(parts.onError);
    await parts.applyPermission();
  }

  function watchUse(): void {
    cancelUse = after(useInterval, () => void checkUse());
  }

  async function checkUse(): Promise<void> {
    const given = until;
    if (given === null) return;
    const isUsed = (await permission?.isUsed().catch(() => false)) === true;
    // Another program has it meanwhile.
    if (until !== given) return;
    if (!isUsed || parts.now() >= given) await shut();
    else watchUse();
  }

  function reset(): void {
    round.abort();
    round = new AbortController();
    cancelCheck?.();
    cancelCheck = null;
  }

  return {
    current: () =>
      page === null ? undefined : { page, openUntil: until === null ? null : new Date(until).toISOString() },
    get isPermitted() {
      return until !== null;
    },
    checkNow,
    async open(pid) {
      const shown = page;
      if (shown === null) return null;
      cancelUse();
      const given = await permission?.give(pid, portOf(shown), permissionSeconds);
      if (given !== true) return false;
      until = parts.now() + permissionSeconds * 1000;
      await parts.applyPermission();
      watchUse();
      parts.onChange();
      cancelCheck?.();
      cancelCheck = null;
      plan(delays.shown);
      return { page: shown };
    },
    shut,
    onState(key) {
      if (key === lastKey) return;
      lastKey = key;
      if (parts.mayCheck()) plan(Math.max(delays.first, lastCheck + minInterval - parts.now()));
      else {
        reset();
        void forget();
      }
    },
    onNetwork() {
      reset();
      void forget().then(() => plan(delays.first));
    },
    async close() {
      isClosed = true;
      reset();
      await forget();
    },
  };
}

function portOf(page: string): number {
  const { port, protocol } = new URL(page);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
