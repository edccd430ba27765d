import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { offerCredential } from '../../platform/machine-credentials/index.ts';
import { changeExit, withdrawExit } from './change-exit.ts';
import { liveCoverage } from './coverage.ts';
import { enrolExit, readProofKey } from './enrol-exit.ts';
import { showExit } from './exits.store.ts';
import { type ExitTicketDeps, issueTicketForExit } from './issue-ticket.ts';

export type ExitDeps = ExitTicketDeps & { readonly reads: Database };

export const enrolExitRoute = (deps: ExitDeps) => route(api.enrolExit, ({ body }) => enrolExit(deps, body));

export const issueExitTicketRoute = (deps: ExitDeps) =>
  route(api.issueExitTicket, ({ caller }) => issueTicketForExit(deps, caller.id));

export const renewExitCredentialRoute = ({ db, clock }: ExitDeps) =>
  route(api.renewExitCredential, async ({ body, caller }) => {
    const key = readProofKey(body.proofKey);
    if (key === null) return err('proof_key_invalid');
    const { token: credential, expiresAt } = await offerCredential(db, 'exit', caller.id, key, clock.now());
    return ok({ credential, expiresAt: expiresAt.toISOString() });
  });

export const showExitRoute = (deps: ExitDeps) =>
  route(api.showExit, async ({ caller }) => ok({ exit: await showExit(deps, caller.id) }));

export const changeExitRoute = (deps: ExitDeps) =>
  route(api.changeExit, async ({ caller, body }) => {
    await changeExit(deps.db, caller.id, body);
    return ok({ exit: await showExit(deps, caller.id) });
  });

export const withdrawExitRoute = (deps: ExitDeps) =>
  route(api.withdrawExit, async ({ caller }) => {
    await withdrawExit(deps, caller.id);
    return ok(undefined);
  });

export const showCoverageRoute = ({ reads, clock }: Pick<ExitDeps, 'reads' | 'clock'>) =>
  route(api.showCoverage, async () => ok({ countries: [...(await liveCoverage(reads, clock.now()))] }));
