import type { Api } from '../platform/control-plane/api.ts';
import type { State } from '../tunnel/state.ts';

/** Milliseconds between two queries while a session uses residential data. */
const queryInterval = 60_000;

/** Remaining residential data, tracked while a session uses it. */
interface DataLeft {
  /** Bytes; null while no session uses residential data, or before the API first answers. */
  current(): number | null;
  onState(state: State): void;
}

/** Queries the API when a residential session begins, then every minute. If a query fails, the last value is kept. */
export function remainingData(parts: {
  readonly api: Api;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly onChange: () => void;
}): DataLeft {
  let left: number | null = null;
  let session: { readonly stateKey: string; readonly leave: AbortController } | null = null;

  async function query(leave: AbortController): Promise<void> {
    const reply = await parts.api.call('showResidentialData', { signal: leave.signal });
    if (leave.signal.aborted) return;
    if (reply.ok && reply.value.availableBytes !== left) {
      left = reply.value.availableBytes;
      parts.onChange();
    }
    const stop = parts.after(queryInterval, () => void query(leave));
    leave.signal.addEventListener('abort', stop, { once: true });
  }

  return {
    current: () => left,
    onState(state) {
      const uses = state.kind === 'connected' && state.session.gateway.exit?.type === 'native_residential';
      if (uses && session?.stateKey === state.key) return;
      session?.leave.abort();
      session = null;
      if (!uses) {
        left = null;
        return;
      }
      session = { stateKey: state.key, leave: new AbortController() };
      void query(session.leave);
    },
  };
}
