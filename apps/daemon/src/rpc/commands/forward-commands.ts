import { err, type Result } from '@comet/foundation';
import type { DaemonSettings, ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import type { PortForwards } from '../../tunnel/forwarding/port-forwards.ts';
import type { RequestFailure } from '../control-channel.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

export interface ForwardCommandParts {
  readonly forwards: Pick<PortForwards, 'changed'>;
  readonly settings: () => DaemonSettings;
  /** Whether a tunnel is up, by which the gateway can reply. */
  readonly isConnected: () => boolean;
  /** Calls back after a delay in ms; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** TCP and UDP of one port share a public port, of which a gateway gives an account five. */
const maxPorts = 5;

/** Maximum time in ms to wait for the gateway's reply, which a later snapshot has otherwise. */
const timeout = 4_000;

/** The commands of forwarded ports. */
export function forwardCommandsOf(
  { forwards, settings, isConnected, after }: ForwardCommandParts,
  set: (part: Partial<DaemonSettings>) => CommandReply,
  now: () => CommandReply,
) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const without = ({ protocol, port }: ParamsOf<'forward.add'>) =>
    settings().forwardedPorts.filter((one) => one.protocol !== protocol || one.port !== port);

  /** Saves the ports, which opens the firewall, and waits for the gateway's reply. */
  async function apply(forwardedPorts: DaemonSettings['forwardedPorts']): CommandReply {
    const done = await set({ forwardedPorts });
    if (!done.ok) return done;
    const late = Promise.withResolvers<void>();
    const cancel = after(timeout, late.resolve);
    const changed = forwards.changed();
    if (isConnected()) await Promise.race([changed, late.promise]);
    cancel();
    return now();
  }

  return {
    'forward.list': now,
    'forward.add': async (added: ParamsOf<'forward.add'>) => {
      const all = [...without(added), added];
      if (new Set(all.map(({ port }) => port)).size > maxPorts) return refuse('forward_too_many');
      return apply(all.toSorted((one, other) => one.port - other.port));
    },
    'forward.remove': async (removed: ParamsOf<'forward.remove'>) => {
      const left = without(removed);
      return left.length === settings().forwardedPorts.length ? refuse('forward_unknown') : apply(left);
    },
  };
}
