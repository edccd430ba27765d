import { frameTexts, refusedTexts, roleTexts, formatText } from '@comet/texts/operator-console';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../features/operator-commands/index.ts';
import { rolesForPage, signOutOperator, recordRefusal } from '../features/operators/index.ts';
import { contentOf } from '../features/support-tickets/index.ts';
import { type Action, actions, readAction, rolesForAction } from './actions.ts';
import { type OperatorConsoleDeps, recordView } from './deps.ts';
import {
  fieldsOf,
  type ConsoleSession,
  consoleSessionOf,
  isOurForm,
  sendPage,
  setCookie,
} from './session.ts';
import { html } from './html.ts';
import { page, type OperatorSession, aboutCommand } from './page.ts';
import { titleOf } from './page-titles.ts';
import { pages, textIn } from './pages.ts';
import type { OperatorRole } from '../platform/database/schema.ts';

/** Routes that need a sign-in. Every other request is redirected to the sign-in page. */
export function authenticatedRoutes(app: FastifyInstance, deps: OperatorConsoleDeps): void {
  const { db, clock } = deps;
  for (const [path, draw] of Object.entries(pages)) {
    app.get<{ Params: { id?: string }; Querystring: Record<string, unknown> }>(
      path,
      async (request, reply) => {
        const inside = await consoleSessionOf(deps, request);
        if (inside === null) return reply.redirect('/ops/sign-in', 303);
        const operatorSession = operatorSessionOf(inside);
        const roles = rolesForPage(path);
        if (!roles.includes(inside.role))
          return refuseRole(deps, reply, { operatorSession, roles, details: { page: path } });
        const id = request.params.id ?? '';
        const isAddress = !path.endsWith(':id') || isId(id);
        const { query } = request;
        const body = isAddress ? await draw({ db, operatorSession, id, query, now: clock.now() }) : null;
        const shown = { path: request.url.split('?', 1)[0] ?? '', searched: searchedFor(path, query) };
        if (body === null) return sendNothing(reply, operatorSession);
        await recordView(deps, { operator: inside.name, path, id });
        if ('redirect' in body) return reply.redirect(body.redirect, 303);
        return sendPage(reply, page(titleOf(path), body, operatorSession, shown));
      },
    );
  }
  app.get<{ Params: { id: string } }>('/ops/files/:id', (request, reply) => sendFile(deps, request, reply));
  app.post<{ Params: { action: string } }>('/ops/do/:action', (request, reply) => act(deps, request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    const inside = await consoleSessionOf(deps, request);
    if (inside === null && request.url.startsWith('/ops/')) return reply.redirect('/ops/sign-in', 303);
    return sendNothing(reply, inside === null ? null : operatorSessionOf(inside));
  });
  app.post('/ops/sign-out', async (request, reply) => {
    const inside = await consoleSessionOf(deps, request);
    if (inside !== null && isOurForm(inside, fieldsOf(request))) await signOutOperator(deps, inside);
    return setCookie(reply, '').redirect('/ops/sign-in', 303);
  });
}

const notFound = html`<div class="card narrow"><h1>${refusedTexts.nothingHere}</h1><p class="quiet">${refusedTexts.whereElse}</p><p><a class="button" href="/ops/">${refusedTexts.toInbox}</a></p></div>`;

const sendNothing = (reply: FastifyReply, operatorSession: OperatorSession | null): FastifyReply =>
  sendPage(reply, page(refusedTexts.notFound, notFound, operatorSession), 404);
/** The query that stays in the search field of its results. */
const searchedFor = (path: string, query: Readonly<Record<string, unknown>>): string =>
  path === '/ops/search' ? textIn(query['q']) : '';
const operatorSessionOf = ({ name, role, formToken }: ConsoleSession): OperatorSession => ({
  ...{ operator: name, role, formToken },
});

async function act(
  deps: OperatorConsoleDeps,
  request: FastifyRequest<{ Params: { action: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const inside = await consoleSessionOf(deps, request);
  if (inside === null) return reply.redirect('/ops/sign-in', 303);
  const fields = fieldsOf(request);
  const name = readAction(request.params.action);
  if (name === null || !isOurForm(inside, fields))
    return sendPage(reply, done(inside, refusedTexts.formOver, false, '/ops/'), 403);
  const action: Action = actions[name];
  const roles = rolesForAction(name);
  if (!roles.includes(inside.role)) {
    const details = { action: name };
    return refuseRole(deps, reply, { operatorSession: operatorSessionOf(inside), roles, details });
  }
  const back = formPageOf(request);
  try {
    const outcome = await deps.run(inside.name, action.command, action.args(fields));
    return await sendPage(reply, done(inside, outcome, true, back));
  } catch (error) {
    // Command errors explain the cause in a sentence; other errors are in the log.
    deps.log.info({ err: error, action: name }, 'a console action failed');
    return sendPage(
      reply,
      done(inside, error instanceof Error ? error.message : refusedTexts.failed, false, back),
      422,
    );
  }
}

function done(inside: ConsoleSession, outcome: string, isDone: boolean, back: string): string {
  const title = isDone ? frameTexts.done : frameTexts.notDone;
  const note = isDone
    ? html`<p class="note" role="status">${outcome}</p>`
    : html`<p class="note wrong" role="alert">${outcome}</p>`;
  return page(
    title,
    html`<div class="card narrow"><h1>${title}</h1>${note}<p><a class="button" href="${back}">${frameTexts.back}</a></p></div>`,
    operatorSessionOf(inside),
  );
}

/** The page of the console that contained the form. */
function formPageOf(request: FastifyRequest): string {
  const referer = request.headers.referer ?? '';
  const path = URL.canParse(referer) ? new URL(referer).pathname : '';
  return path.startsWith('/ops/') ? path : '/ops/';
}

async function sendFile(
  deps: OperatorConsoleDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const inside = await consoleSessionOf(deps, request);
  if (inside === null) return reply.redirect('/ops/sign-in', 303);
  const { id } = request.params;
  const details = { page: '/ops/files/:id' };
  const roles = rolesForPage(details.page);
  if (!roles.includes(inside.role))
    return refuseRole(deps, reply, { operatorSession: operatorSessionOf(inside), roles, details });
  const file = isId(id)
    ? await deps.db
        .selectFrom('ticketAttachments')
        .select(['id', 'content'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  const content = file === undefined ? null : await contentOf(deps, file);
  if (content === null) return reply.code(404).send(refusedTexts.nothingHere);
  await recordView(deps, { operator: inside.name, path: details.page, id });
  return reply.type('application/octet-stream').header('content-disposition', 'attachment').send(content);
}

/** Rejects a page or an action that the operator's role does not include, with an audit entry. */
async function refuseRole(
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
