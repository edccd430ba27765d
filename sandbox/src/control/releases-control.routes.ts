import type { FastifyInstance } from 'fastify';
import { RELEASE_FAULTS, type ReleaseState } from '../releases/index.ts';
import { type Body, refuse } from './fault-control.ts';

/** Control of the app's releases: `POST /control/releases` sets the newest version; version null withdraws it. */
export function releasesControl(app: FastifyInstance, state: ReleaseState, changed: () => void): void {
  app.post<{ Body: Body | null }>('/control/releases', (request, reply) => {
    const { version = null, notes = '', fault = null } = request.body ?? {};
    const known = RELEASE_FAULTS.find((candidate) => candidate === fault) ?? null;
    const isVersion = typeof version === 'string' && /^\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(version);
    if (
      (version !== null && !isVersion) ||
      typeof notes !== 'string' ||
      (known === null && fault !== null && fault !== 'none')
    )
      return refuse(
        reply,
        `Give version (such as 0.2.0, or null), notes (a text), fault (${RELEASE_FAULTS.join(', ')}).`,
      );
    state.newest = isVersion ? { version, notes, fault: known } : null;
    changed();
    return state;
  });
}
