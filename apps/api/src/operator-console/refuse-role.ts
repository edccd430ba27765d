import { refusedTexts, roleTexts, formatText } from '@comet/texts/operator-console';
import type { FastifyReply } from 'fastify';
import { recordRefusal } from '../features/operators/index.ts';
import type { OperatorRole } from '../platform/database/schema.ts';
import type { OperatorConsoleDeps } from './deps.ts';
import { html } from './html.ts';
import { aboutCommand, type OperatorSession, page } from './page.ts';
import { sendPage } from './session.ts';

/** Rejects a page or an action that the operator's role does not include, with an audit entry. */
export async function refuseRole(
  deps: Pick<OperatorConsoleDeps, 'db' | 'clock'>,
  reply: FastifyReply,
  refused: {
    readonly operatorSession: OperatorSession;
    readonly roles: readonly OperatorRole[];
    readonly details: { readonly page: string } | { readonly action: string };
  },
): Promise<FastifyReply> {
  const { operatorSession, roles, details } = refused;
  const { operator, role } = operatorSession;
  await recordRefusal(deps, { operator, details: { ...details, role } });
  const [first, second] = roles.map((one) => roleTexts[one]);
  const needed =
    second === undefined
      ? (first ?? '')
      : formatText(refusedTexts.eitherRole, { first: first ?? '', second });
  const sentence = formatText(refusedTexts.role, { role: roleTexts[role], needed });
  return sendPage(
    reply,
    page(
      refusedTexts.notPermitted,
      html`<div class="card narrow"><h1>${refusedTexts.notPermitted}</h1><p class="note wrong" role="alert">${sentence}</p><p class="quiet">${aboutCommand(refusedTexts.askAdmin)}</p><p><a class="button" href="/ops/">${refusedTexts.toInbox}</a></p></div>`,
      operatorSession,
    ),
    403,
  );
}
