import { randomUUID } from 'node:crypto';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import {
  type CommandError,
  type ParamsOf,
  reportText,
  type ResultOf,
  type Snapshot,
} from '@comet/tunnel-protocol';
import { refusalOf } from '../../account/interpret-poll-failure.ts';
import type { Api } from '../../platform/control-plane/api.ts';
import type { DaemonState } from '../../platform/files/daemon-state.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { ReportFile } from '../../report/gather-report.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface ReportCommandParts {
  readonly file: StateFile;
  readonly api: Pick<Api, 'call'>;
  readonly clock: Clock;
  readonly snapshot: () => Snapshot;
  readonly gather: (daemonState: DaemonState, snapshot: Snapshot) => Promise<ReportFile[]>;
  /** Adds the state of this daemon to a refusal. */
  explained(failure: RequestFailure): Result<never, RequestFailure>;
}

/** How long a report can be sent after it was shown, in ms. */
const keptMs = 3600 * 1000;

const refusals: Readonly<Record<string, CommandError>> = {
  email_unverified: 'report_unverified',
  too_many_reports: 'report_limit',
};

/**
 * The commands of `report-commands.ts` in the protocol. A client sends only an id: what is sent is what was shown, and no other text can be
 * sent in the account's name.
 */
export function reportCommandsOf({ file, api, clock, snapshot, gather, explained }: ReportCommandParts) {
  const refuse = (error: CommandError) => err<RequestFailure>({ error, detail: null });
  /** `device`: the signed-in device that it is about; null while signed out. */
  let last: {
    readonly id: string;
    readonly at: number;
    readonly device: string | null;
    readonly files: readonly ReportFile[];
  } | null = null;
  const device = () => file.current.account?.deviceId ?? null;
  /** The id of a report that is being sent, or was sent with this ticket: a repeated request sends it once. */
  const sending = new Map<string, Promise<Result<ResultOf<'report.send'>, RequestFailure>>>();

  async function send(
    id: string,
    files: readonly ReportFile[],
  ): Promise<Result<ResultOf<'report.send'>, RequestFailure>> {
    const sent = await api.call('sendSupportReport', {
      body: { report: reportText(files) },
      // A retry after a lost response opens no second ticket.
      idempotencyKey: id,
    });
    if (sent.ok) return ok({ ticket: sent.value.number });
    const code = sent.error.kind === 'refused' ? refusals[sent.error.code] : undefined;
    return code === undefined ? explained(refusalOf(sent.error)) : refuse(code);
  }

  return {
    report: async (): Promise<Result<ResultOf<'report'>, RequestFailure>> => {
      const { printableFiles, withinLimit } = await import('../../report/report-text.ts');
      const files = [...withinLimit(printableFiles(await gather(file.current, snapshot())))];
      const id = randomUUID();
      last = { id, at: clock.now().getTime(), device: device(), files };
      sending.clear();
      return ok({ files, id });
    },
    'report.send': async ({
      id,
    }: ParamsOf<'report.send'>): Promise<Result<ResultOf<'report.send'>, RequestFailure>> => {
      if (file.current.account === null) return refuse('not_signed_in');
      // Of another account, or made while signed out: it was not shown to this one.
      if (last !== null && last.device !== device()) return refuse('report_gone');
      const known = sending.get(id);
      if (known !== undefined) return known;
      // A clock that was set back makes it no older.
      if (last === null || last.id !== id || Math.abs(clock.now().getTime() - last.at) > keptMs)
        return refuse('report_gone');
      const sent = send(id, last.files);
      sending.set(id, sent);
      const done = await sent;
      // After a failure the user can try again.
      if (!done.ok) sending.delete(id);
      return done;
    },
  };
}
