import { frameTexts, passkeysTexts, formatText } from '@comet/texts/operator-console';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../features/operator-commands/index.ts';
import {
  addOperatorPasskey,
  beginOperatorPasskey,
  type PasskeyRefusal,
  removeOperatorPasskey,
} from '../../features/operators/index.ts';
import type { Fields } from '../actions.ts';
import { type OperatorConsoleDeps, recordView } from '../deps.ts';
import { html } from '../html.ts';
import { page } from '../page.ts';
import { passkeysPage } from './passkeys-page.ts';
import {
  addressOf,
  type ConsoleSession,
  consoleSessionOf,
  fieldsOf,
  isOurForm,
  sendPage,
  sendScriptedPage,
} from '../session.ts';

const path = '/ops/passkeys';

/** The signed-in operator's own passkeys: every role has them. */
export function passkeysRoutes(app: FastifyInstance, deps: OperatorConsoleDeps): void {
  app.get(path, async (request, reply) => {
    const inside = await consoleSessionOf(deps, request);
    if (inside === null) return reply.redirect('/ops/sign-in', 303);
    await recordView(deps, { operator: inside.name, path, id: '' });
    return showPasskeys(deps, inside, reply, null);
  });
  app.post(path, async (request, reply) => {
    const inside = await ownForm(deps, request);
    if (inside === null) return reply.redirect('/ops/sign-in', 303);
    const fields = fieldsOf(request);
    const added = await addOperatorPasskey(deps, {
      operator: inside,
      address: addressOf(request),
      ...{ code: fields['code'] ?? '', ceremony: fields['ceremony'] ?? '' },
      credential: credentialIn(fields),
    });
    if (!added.ok) return showPasskeys(deps, inside, reply, added.error);
    return sendDone(reply, inside, formatText(passkeysTexts.wasAdded, { name: added.value }));
  });
  app.post(`${path}/remove`, async (request, reply) => {
    const inside = await ownForm(deps, request);
    if (inside === null) return reply.redirect('/ops/sign-in', 303);
    const id = fieldsOf(request)['passkey'] ?? '';
    const removed = isId(id) ? await removeOperatorPasskey(deps, inside, id) : null;
    if (removed === null) return reply.redirect(path, 303);
    return sendDone(reply, inside, formatText(passkeysTexts.wasRemoved, { name: removed }));
  });
}

/** The operator of a form of this session; null for every other form. */
async function ownForm(deps: OperatorConsoleDeps, request: FastifyRequest): Promise<ConsoleSession | null> {
  const inside = await consoleSessionOf(deps, request);
  return inside !== null && isOurForm(inside, fieldsOf(request)) ? inside : null;
}

async function showPasskeys(
  deps: OperatorConsoleDeps,
  inside: ConsoleSession,
  reply: FastifyReply,
  refusal: PasskeyRefusal | null,
): Promise<FastifyReply> {
  const { id: operatorId, name: operator, role, formToken } = inside;
  const ceremony = await beginOperatorPasskey(deps, inside);
  const at = { db: deps.db, now: deps.clock.now() };
  const shown = await passkeysPage(at, { operatorId, operator, role, formToken }, ceremony, refusal);
  return sendScriptedPage(deps, reply, shown, refusal === null ? 200 : 422);
}

function sendDone(reply: FastifyReply, inside: ConsoleSession, outcome: string): FastifyReply {
  const { name: operator, role, formToken } = inside;
  const body = html`<div class="card narrow"><h1>${frameTexts.done}</h1><p class="note" role="status">${outcome}</p><p><a class="button" href="${path}">${frameTexts.back}</a></p></div>`;
  return sendPage(reply, page(frameTexts.done, body, { operator, role, formToken }));
}

const credentialIn = (fields: Fields) => ({
  credentialId: fields['credential_id'] ?? '',
  clientDataJson: fields['client_data'] ?? '',
  attestationObject: fields['attestation'] ?? '',
  transports: (fields['transports'] ?? '').split(' ').filter((transport) => /^[a-z-]{1,20}$/.test(transport)),
});
