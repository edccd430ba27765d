import { confirmEmailTexts as texts, unverifiedTexts } from '@comet/texts';
import { Card, Headline, linkActionClasses } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ResendVerification, unconfirmedUserQuery } from '../account/index.ts';
import { Steps } from './first-steps.tsx';
import { NumberedSteps } from './numbered-steps.tsx';
import { WaitingLine } from './waiting-line.tsx';

/** The home screen until the email address is confirmed, which must be done before anything else. */
export default function ConfirmEmail({ email }: { readonly email: string }) {
  useQuery(unconfirmedUserQuery);
  return (
    <section className="flex flex-col items-start gap-8">
      <Headline explanation={texts.explanation}>{unverifiedTexts.title}</Headline>
      <Steps current={1} />
      <div className="w-full">
        <Card aside={<NoEmail email={email} />}>
          <div className="flex flex-col gap-7">
            <div className="flex flex-col">
              <p className="m-0 text-small text-quiet">{texts.sentTo}</p>
              <p className="m-0 text-lead font-semibold wrap-anywhere">{email}</p>
            </div>
            <NumberedSteps steps={texts.steps} />
            <WaitingLine label={texts.waiting} />
          </div>
        </Card>
      </div>
    </section>
  );
}

function NoEmail({ email }: { readonly email: string }) {
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-col items-start gap-2">
        <h2 className="m-0 text-body font-semibold">{texts.missing}</h2>
        <p className="m-0 text-small text-quiet">{texts.missingExplanation}</p>
        <ResendVerification email={email} />
      </div>
      <div className="flex flex-col items-start gap-2">
        <h2 className="m-0 text-body font-semibold">{texts.wrongAddress}</h2>
        <p className="m-0 text-small text-quiet">{texts.wrongAddressExplanation}</p>
        <Link to="/dash/settings/change-email/" className={linkActionClasses}>
          {texts.changeAddress}
        </Link>
      </div>
    </div>
  );
}
