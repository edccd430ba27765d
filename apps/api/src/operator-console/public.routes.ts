import { entranceTexts } from '@comet/texts/operator-console';
import { err } from '@comet/foundation';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  beginOperatorPasskeySignIn,
  type SignInOutcome,
  enrolOperator,
  showEnrolment,
  signInOperator,
  signInOperatorByPasskey,
} from '../features/operators/index.ts';
import { meterRoutes } from '../platform/http/observability/metrics.ts';
import type { Fields } from './actions.ts';
import type { OperatorConsoleDeps } from './deps.ts';
import {
  addressOf,
  deviceTokenIn,
  fieldsOf,
  sendPage,
  sendScriptedPage,
  setCookie,
  setDeviceCookie,
} from './session.ts';
import { enrolmentPage, messagePage, signInPage } from './pages/sign-in.ts';

const over = messagePage(entranceTexts.linkOver, entranceTexts.linkOverExplanation, [
  '/ops/',
  entranceTexts.toOperatorConsole,
]);

/** Routes that need no sign-in. */
export function publicRoutes(app: FastifyInstance, deps: OperatorConsoleDeps): void {
  const meterRoute = meterRoutes(deps.metrics);
  const byPassword = meterRoute({
    ...{ method: 'POST', path: '/ops/sign-in', errors: ['wrong_credentials', 'too_many_requests'] },
  });
  const byPasskey = meterRoute({
    ...{ method: 'POST', path: '/ops/sign-in/passkey', errors: ['passkey_failed', 'too_many_requests'] },
  });
  const showSignIn = (reply: FastifyReply, wrong: string | null): FastifyReply =>
    sendScriptedPage(
      deps,
      reply,
      signInPage(beginOperatorPasskeySignIn(deps), wrong),
      wrong === null ? 200 : 422,
    );
  const letIn = (reply: FastifyReply, entered: SignInOutcome): FastifyReply => {
    setCookie(reply, entered.token);
    setDeviceCookie(reply, entered.deviceToken);
    return reply.redirect('/ops/', 303);
  };
  app.get('/ops/sign-in', (_request, reply) => showSignIn(reply, null));
  app.post('/ops/sign-in/passkey', async (request, reply) => {
    const entered = await signInOperatorByPasskey(deps, {
      ...{ ceremony: fieldsOf(request)['ceremony'] ?? '', assertion: assertionIn(fieldsOf(request)) },
      ...{ address: addressOf(request), deviceToken: deviceTokenIn(request) },
    });
    if (entered.ok) return letIn(reply, entered.value);
    byPasskey.refuse(entered.error === 'too many attempts' ? 'too_many_requests' : 'passkey_failed');
    return showSignIn(reply, entranceTexts.refusedPasskey);
  });
  app.post('/ops/sign-in', async (request, reply) => {
    const { name = '', password = '', code = '' } = fieldsOf(request);
    const isSane = name.length <= 100 && password.length <= 256 && code.length <= 20;
    const from = { address: addressOf(request), deviceToken: deviceTokenIn(request) };
    const entered = isSane
      ? await signInOperator(deps, { name, password, code, ...from })
      : err('wrong_credentials' as const);
    if (entered.ok) return letIn(reply, entered.value);
    byPassword.refuse(entered.error);
    return showSignIn(reply, entranceTexts.refused);
  });
  app.get<{ Querystring: { token?: unknown } }>('/ops/enrol', async ({ query: { token } }, reply) => {
    const enrolment = typeof token === 'string' ? await showEnrolment(deps, token) : null;
    if (enrolment === null || typeof token !== 'string') return sendPage(reply, over, 410);
    return sendPage(reply, enrolmentPage(enrolment, token, null));
  });
  app.post('/ops/enrol', async (request, reply) => {
    const { token = '', password = '', code = '' } = fieldsOf(request);
    const enrolment = await showEnrolment(deps, token);
    if (enrolment === null) return sendPage(reply, over, 410);
    const wrong = await enrolOperator(deps, { token, password, code });
    if (wrong === 'over') return sendPage(reply, over, 410);
    if (wrong !== null) return sendPage(reply, enrolmentPage(enrolment, token, wrong), 422);
    return sendPage(
      reply,
      messagePage(entranceTexts.enrolled, entranceTexts.enrolledExplanation, [
        '/ops/sign-in',
        entranceTexts.signIn,
      ]),
    );
  });
}

const assertionIn = (fields: Fields) => ({
  credentialId: fields['credential_id'] ?? '',
  clientDataJson: fields['client_data'] ?? '',
  authenticatorData: fields['authenticator_data'] ?? '',
  signature: fields['signature'] ?? '',
  userHandle: fields['user_handle'] ?? '',
});
