import { err, ok, type Result } from '@comet/foundation';
import {
  type DaemonSettings,
  type ParamsOf,
  type ResultOf,
  sessionsPerPage,
  type Snapshot,
} from '@comet/tunnel-protocol';
import type { SessionRecorder } from '../../statistics/session-recorder.ts';
import { monthOf, type Statistics } from '../../statistics/statistics.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface StatisticsCommandParts {
  readonly recorder: Pick<SessionRecorder, 'current' | 'forget'>;
  readonly settings: () => DaemonSettings;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): Promise<Result<Snapshot, RequestFailure>>;
}

type Reply<N extends 'statistics' | 'statistics.sessions' | 'statistics.forget'> = Promise<
  Result<ResultOf<N>, RequestFailure>
>;

/** The commands of `statistics-commands.ts` in the protocol. */
export function statisticsCommandsOf({ recorder, settings, set }: StatisticsCommandParts) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  return {
    statistics: async (): Reply<'statistics'> => {
      const { months } = await recorder.current();
      const { statistics: on, dataBudget: budget } = settings();
      return ok({ on, budget, months: months.toReversed() });
    },
    'statistics.sessions': async ({
      month,
      from,
    }: ParamsOf<'statistics.sessions'>): Reply<'statistics.sessions'> => {
      const all = sessionsOf(await recorder.current()).filter(
        ({ startedAt }) => month === null || monthOf(new Date(startedAt)) === month,
      );
      const until = from + sessionsPerPage;
      return ok({ sessions: all.slice(from, until), next: until < all.length ? until : null });
    },
    'statistics.set': ({ on }: ParamsOf<'statistics.set'>) => set({ statistics: on }),
    'statistics.forget': async (): Reply<'statistics.forget'> =>
      (await recorder.forget()) ? ok({}) : refuse('statistics_not_kept'),
    'data-budget.set': async ({ bytes }: ParamsOf<'data-budget.set'>) => {
      if (bytes !== null && !settings().statistics) return refuse('statistics_off');
      // Read before the reply, which has the alert of a budget that is used up already.
      await recorder.current();
      return set({ dataBudget: bytes });
    },
  };
}

/** All sessions, the newest first; the open one has no end. */
function sessionsOf({ sessions, open }: Statistics): ResultOf<'statistics.sessions'>['sessions'] {
  const closed = sessions.toReversed();
  if (open === null) return closed;
  const { counters: _, ...lasting } = open;
  return [{ ...lasting, endedAt: null }, ...closed];
}
