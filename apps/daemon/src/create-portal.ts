import { type Clock, isIp, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { ControlPlane } from './control-plane.ts';
import type { DataPlane } from './data-plane.ts';
import type { StateFile } from './platform/files/state-file.ts';
import { checkForPortal } from './portal/portal-check.ts';
import { createPortalMonitor, type PortalMonitor } from './portal/portal-monitor.ts';
import type { State } from './tunnel/state.ts';

interface PortalParts {
  readonly file: StateFile;
  readonly dataPlane: Pick<DataPlane, 'portalPermission'>;
  readonly controlPlane: Pick<ControlPlane, 'addresses' | 'permitted'>;
  readonly state: () => State;
  /** Null: sign-in pages are not detected. */
  readonly checkUrl: URL | null;
  /** Applies the firewall's policy of the current state. */
  readonly applyPolicy: () => Promise<void>;
  readonly onPassed: () => void;
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

/** Creates the monitor of captive portals. It checks at addresses that are known without DNS, which is blocked without a tunnel. */
export function createPortal(parts: PortalParts): PortalMonitor {
  const { file, dataPlane, controlPlane, state, checkUrl, clock, after, log } = parts;
  const hosts = (): readonly string[] => {
    const host = checkUrl?.hostname.replaceAll(/^\[|\]$/g, '') ?? '';
    return isIp(host) ? [host] : controlPlane.addresses.contacts().map((contact) => contact.host);
  };
  return createPortalMonitor({
    permission: dataPlane.portalPermission ?? null,
    mayCheck: () => {
      const { kind } = state();
      const hasTunnel = kind === 'connected' || kind === 'disconnecting';
      return checkUrl !== null && hosts().length > 0 && file.current.account !== null && !hasTunnel;
    },
    async check(signal) {
      if (checkUrl === null) return { kind: 'no_response' };
      const addresses = hosts();
      const port = checkUrl.port === '' ? 80 : Number(checkUrl.port);
      const withdraw = await controlPlane.permitted.hold(addresses.map((host) => ({ host, port })));
      return checkForPortal(checkUrl, addresses, signal).finally(withdraw);
    },
    applyPermission: parts.applyPolicy,
    onPassed: parts.onPassed,
    onChange: parts.onChange,
    onError: (error) => log.error({ reason: reasonOf(error) }, 'The sign-in page could not be permitted'),
    now: () => clock.now().getTime(),
    after,
  });
}
