import { entranceTexts } from '@comet/texts/operator-console';
import type { FastifyInstance } from 'fastify';
import { enrolOperator, showEnrolment, signInOperator } from '../features/operators/index.ts';
import type { OperatorConsoleDeps } from './deps.ts';
import { addressOf, deviceTokenIn, fieldsOf, sendPage, setCookie, setDeviceCookie } from './session.ts';
import { enrolmentPage, messagePage, signInPage } from './pages/sign-in.ts';

const over = messagePage(entranceTexts.linkOver, entranceTexts.linkOverExplanation, [
  '/ops/',
  entranceTexts.toOperatorConsole,
]);

/** Routes that need no sign-in. */
export function publicRoutes(app: FastifyInstance, deps: OperatorConsoleDeps): void {
  app.get('/ops/sign-in', (_request, reply) => sendPage(reply, signInPage(null)));
  app.post('/ops/sign-in', async (request, reply) => {
    const { name = '', password = '', code = '' } = fieldsOf(request);
    const isSane = name.length <= 100 && password.length <= 256 && code.length <= 20;
    const from = { address: addressOf(request), deviceToken: deviceTokenIn(request) };
    const entered = isSane ? await signInOperator(deps, { name, password, code, ...from }) : null;
    if (entered === null) return sendPage(reply, signInPage(entranceTexts.refused), 422);
    setCookie(reply, entered.token);
    setDeviceCookie(reply, entered.deviceToken);
    return reply.redirect('/ops/', 303);
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
