import { registerTexts } from '@comet/texts';
import { Headline, linkActionClasses, Row, Rows, Subhead } from '@comet/ui';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { api, call } from '../../platform/api.ts';
import { startSession } from '../../platform/session.ts';
import { type Credentials, CredentialsForm } from '../credentials/index.ts';
import { afterSignIn, forgetStoredRedirect } from '../gate/index.ts';
import { AsideLayout, useDocumentTitle } from '../shell/index.ts';

const route = getRouteApi('/register');

export default function RegisterScreen() {
  useDocumentTitle(registerTexts.screen);
  const { redirect } = route.useSearch();
  const router = useRouter();
  const signUp = async (credentials: Credentials) => {
    const { accessToken } = await call(api.signUp, { body: credentials });
    startSession(accessToken);
    const next = afterSignIn(redirect);
    if (redirect !== undefined) forgetStoredRedirect();
    await router.navigate({ href: next, replace: true });
  };
  return (
    <AsideLayout home="/" aside={<WhatWeKeep />}>
      <div className="mt-14 flex w-full max-w-105 flex-col gap-7 lg:mt-12">
        <Headline explanation={registerTexts.explanation}>{registerTexts.headline}</Headline>
        <CredentialsForm texts={registerTexts} password="new" onSubmit={signUp} />
        <p className="m-0 flex flex-wrap gap-x-3 text-quiet">
          {registerTexts.haveAccount}
          <Link
            to="/login/"
            search={redirect === undefined ? {} : { redirect }}
            className={linkActionClasses}
          >
            {registerTexts.signIn}
          </Link>
        </p>
      </div>
    </AsideLayout>
  );
}

function WhatWeKeep() {
  return (
    <div className="flex flex-col gap-5">
      <Subhead>{registerTexts.asideHeadline}</Subhead>
      <Rows>
        <Row term={registerTexts.keptEmailTerm}>{registerTexts.keptEmail}</Row>
        <Row term={registerTexts.keptPasswordTerm}>{registerTexts.keptPassword}</Row>
        <Row term={registerTexts.keptTrafficTerm}>{registerTexts.keptTraffic}</Row>
      </Rows>
    </div>
  );
}
