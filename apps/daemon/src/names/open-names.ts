import { join } from 'node:path';
import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { LocalResolver } from '../platform/dns/local-resolver.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import { gatewayResolvers } from '../tunnel/resolvers.ts';
import type { State } from '../tunnel/state.ts';
import { createBlockCounts } from './block-counts.ts';
import { nameListFiles } from '../platform/files/name-list-files.ts';
import { createNameLists } from './name-lists.ts';

interface NamesParts {
  readonly stateDir: string;
  readonly file: Pick<StateFile, 'current'>;
  readonly resolver: LocalResolver;
  readonly state: () => State;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

export type Names = ReturnType<typeof openNames>;

/** The user's own lists and the counts of what they block, both in files of the state folder. */
export function openNames({ stateDir, file, resolver, state, clock, after, log }: NamesParts) {
  const blockCounts = createBlockCounts({
    path: join(stateDir, 'block-counts.json'),
    ...{ clock, after, log },
  });
  resolver.onBlocked((blocked) => void blockCounts.add(blocked));
  const nameLists = createNameLists({
    files: nameListFiles(stateDir),
    settings: () => file.current.settings,
    resolver,
    resolvers() {
      const current = state();
      return current.kind === 'connected' ? gatewayResolvers(current.session).dns : null;
    },
    ...{ clock, after, log },
  });
  return {
    nameLists,
    blockCounts,
    async close(): Promise<void> {
      nameLists.close();
      await blockCounts.close();
    },
  };
}
