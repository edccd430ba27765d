import { referralTexts as texts } from '@comet/texts';
import { Headline, Subhead } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../shell/index.ts';
import { ClaimForm } from './claim-form.tsx';
import { Figures } from './figures.tsx';
import { referralQuery } from './referral.ts';
import { ShareLink } from './share-link.tsx';

/** What a person gives to friends, and what it has brought. */
export default function ReferFriendScreen() {
  useDocumentTitle(texts.screen);
  const { data: referral } = useSuspenseQuery(referralQuery);
  return (
    <div className="flex flex-col gap-12">
      <div className="flex flex-col gap-8">
        <Headline explanation={texts.explanation}>{texts.headline}</Headline>
        <Figures referral={referral} />
      </div>
      <section className="flex flex-col gap-5">
        <Subhead>{texts.shareHeadline}</Subhead>
        <ShareLink code={referral.code} link={referral.link} />
      </section>
      {referral.canClaim && (
        <section className="flex flex-col gap-5">
          <Subhead>{texts.claimHeadline}</Subhead>
          <ClaimForm />
        </section>
      )}
    </div>
  );
}
